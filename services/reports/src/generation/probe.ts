import { GuardError } from '@platform/guard';
import type { FetchedResponse } from '@platform/guard';

import type { HeaderPair, Probe, RedirectHop } from '../checks/page-artifacts.ts';

/** Runs a request that a page's report can do without: the reason of a failure becomes its answer. */
export const probe = async <Answer>(attempt: () => Promise<Answer>): Promise<Probe<Answer>> => {
  try {
    return { ok: true, ...(await attempt()) };
  } catch (error) {
    if (error instanceof GuardError) return { ok: false, code: error.code };
    throw error;
  }
};

/** Copies of a response's lists that artifacts may own. */
export const headersOf = ({ headers }: FetchedResponse): HeaderPair[] =>
  headers.map(([name, value]): HeaderPair => [name, value]);
export const redirectsOf = ({ redirects }: FetchedResponse): RedirectHop[] =>
  redirects.map((redirect) => ({ ...redirect }));

/** The first value of a header, by its lower-case name. */
export const headerOf = ({ headers }: FetchedResponse, name: string): string | null =>
  headers.find(([candidate]) => candidate === name)?.[1] ?? null;

/** The media type without parameters, in lower case; null when there is none. */
export const mediaTypeOf = (response: FetchedResponse): string | null =>
  headerOf(response, 'content-type')?.split(';')[0]?.trim().toLowerCase() || null;

/** A Content-Length that is a number; null otherwise. */
export const contentLengthOf = (response: FetchedResponse): number | null => {
  const value = headerOf(response, 'content-length');
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
};
