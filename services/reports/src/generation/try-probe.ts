import { GuardError, publicCodeOf } from '@platform/guard';
import type { FetchedResponse } from '@platform/guard';

import type { HeaderPair, Probe, RedirectHop } from '../page/fetch-result.ts';

/** Runs a request the report can do without: a failure becomes part of the facts. */
export const probe = async <Answer>(attempt: () => Promise<Answer>): Promise<Probe<Answer>> => {
  try {
    return { ok: true, ...(await attempt()) };
  } catch (error) {
    if (error instanceof GuardError) return { ok: false, code: publicCodeOf(error) };
    throw error;
  }
};

/** Mutable copies of a response’s lists, for the artifacts to own. */
export const headersOf = ({ headers }: FetchedResponse): HeaderPair[] =>
  headers.map(([name, value]): HeaderPair => [name, value]);
export const redirectsOf = ({ redirects }: FetchedResponse): RedirectHop[] =>
  redirects.map(({ setCookies, ...redirect }) =>
    setCookies.length === 0 ? redirect : { ...redirect, setCookies: [...setCookies] },
  );

/** The first value of a header, by lower-case name. */
export const headerOf = ({ headers }: FetchedResponse, name: string): string | null =>
  headers.find(([candidate]) => candidate === name)?.[1] ?? null;

/** The media type without parameters, in lower case; null when there is none. */
export const mediaTypeOf = (response: FetchedResponse): string | null =>
  headerOf(response, 'content-type')?.split(';')[0]?.trim().toLowerCase() || null;

/** The Content-Length, or null when it is missing or not a number. */
export const contentLengthOf = (response: FetchedResponse): number | null => {
  const value = headerOf(response, 'content-length');
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
};
