import { createHash } from 'node:crypto';
import { GuardError, publicCodeOf } from '@platform/guard';
import type { FetchedResponse } from '@platform/guard';
import type { Renderings } from './several-renderings.ts';
import type { HeaderPair, Probe, RedirectHop } from '../page/page-artifacts.ts';

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

/** SHA-256 of a URL: the key of its claims and signals. */
export const hashUrl = (url: string): Buffer => createHash('sha256').update(url).digest();

/** Fields that identify the generation of a report. */
interface Generated {
  readonly url: string;
  readonly render: boolean;
  /** Renderings for one result. */
  readonly passes: number;
  readonly desktop: boolean;
  readonly pageKey: string;
  readonly credentials: string | null;
}

const TARGET = /^(?<url>\S+)(?<render> render(?<passes>[35])?(?<desktop>d)?)?(?<own> own=[0-9a-f]{16})?$/;

/**
 * Identifies what one generation produces: the report on a URL, with or without a browser. Suffixes
 * that no serialised URL can have keep the two apart in claims, jobs and signals. A report with
 * credentials shares its generation with no other: others must not see what they open.
 */
export const targetOf = ({ url, render, passes, desktop, pageKey, credentials }: Generated): string => {
  const own = createHash('sha256').update(pageKey).digest('hex').slice(0, 16);
  const rendered = render ? ` render${passes > 1 ? passes : ''}${desktop ? 'd' : ''}` : '';
  return `${url}${rendered}${credentials === null ? '' : ` own=${own}`}`;
};

/** `targetOf` in SQL, of a row of `reports`. */
export const TARGET_SQL = `url || CASE WHEN render THEN ' render' || CASE WHEN passes > 1 THEN passes::text ELSE '' END
    || CASE WHEN desktop THEN 'd' ELSE '' END ELSE '' END
  || CASE WHEN credentials IS NULL THEN ''
     ELSE ' own=' || left(encode(sha256(convert_to(page_key, 'UTF8')), 'hex'), 16) END`;

/** The URL of a target, how a browser renders it, if it does, and whether it may have credentials. */
export const parseTarget = (
  target: string,
): { url: string; render: boolean; renderings: Renderings; isOwn: boolean } => {
  const { url = target, render, passes = '1', desktop, own } = TARGET.exec(target)?.groups ?? {};
  const renderings = { passes: Number(passes), desktop: desktop !== undefined };
  return { url, render: render !== undefined, renderings, isOwn: own !== undefined };
};
