import { parseSetCookie } from 'set-cookie-parser';
import type { Cookie as ParsedCookie } from 'set-cookie-parser';
import { getDomain } from 'tldts';

import type { HeaderPair, PageArtifacts } from '../page-artifacts.ts';

/**
 * The token of a structured field item (RFC 9651), its parameters left aside; null when the value
 * isn't one. A browser ignores a header that can't be parsed.
 */
export const itemToken = (value: string): string | null => {
  const parameter =
    /;\s*[a-z*][a-z0-9_.*-]*(?:=(?:"(?:[^"\\]|\\["\\])*"|[A-Za-z*][\w:/!#$%&'*+.^`|~-]*|-?\d+(?:\.\d+)?|\?[01]|:[A-Za-z0-9+/=]*:))?/y;
  const text = value.replace(/^ +|(?<! ) +$/g, '');
  const token = /^[A-Za-z*][\w:/!#$%&'*+.^`|~-]*/.exec(text)?.[0];
  if (token === undefined) return null;
  let position = token.length;
  while (position < text.length) {
    parameter.lastIndex = position;
    if (!parameter.test(text)) return null;
    position = parameter.lastIndex;
  }
  return token;
};

/** The values of every field line with this lower-case name, in the order received. */
export const headerValues = (headers: readonly HeaderPair[], name: string): string[] => {
  return headers.filter(([candidate]) => candidate === name).map(([, value]) => value);
};

/** The value of the first field line with this lower-case name, or null. */
export const headerValue = (headers: readonly HeaderPair[], name: string): string | null => {
  return headers.find(([candidate]) => candidate === name)?.[1] ?? null;
};

export interface Cookie {
  name: string;
  secure: boolean;
  httpOnly: boolean;
  /** null when missing or not one of the three that exist. */
  sameSite: 'strict' | 'lax' | 'none' | null;
  /** `SameSite` was given with a value that doesn't exist. */
  sameSiteInvalid: boolean;
  /** Without its value, which may be a secret. */
  shown: string;
}

/** RFC 6265bis §5.6: browsers drop longer ones. */
const MAX_PAIR = 4096;
// eslint-disable-next-line no-control-regex -- these are what browsers refuse
const CONTROLS = /[\0-\x08\x0a-\x1f\x7f]/;

const matchesDomain = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

/** Why browsers don't store a cookie that this page sends (RFC 6265bis §5.7); null when they do. */
const refusalOf = (cookie: ParsedCookie, line: string, page: URL): string | null => {
  const name = cookie.name.toLowerCase();
  const domain = (cookie.domain ?? '').toLowerCase().replace(/^\./, '');
  if (CONTROLS.test(line)) return 'has a control character';
  if (cookie.name.length + cookie.value.length > MAX_PAIR) return `is longer than ${MAX_PAIR} bytes`;
  if (cookie.secure === true && page.protocol !== 'https:') return 'is Secure on a page over plain HTTP';
  if (name.startsWith('__secure-') && cookie.secure !== true)
    return 'lacks Secure, which its prefix asks for';
  if (name.startsWith('__host-') && (cookie.secure !== true || domain !== '' || cookie.path !== '/'))
    return 'lacks Secure or Path=/, or has a Domain, against its prefix';
  if (/^__(?:host-)?http-/.test(name) && (cookie.secure !== true || cookie.httpOnly !== true))
    return 'lacks Secure or HttpOnly, which its prefix asks for';
  if (cookie.sameSite?.trim().toLowerCase() === 'none' && cookie.secure !== true)
    return 'has SameSite=None without Secure';
  if (domain === '' || domain === page.hostname) return null;
  // A public suffix such as co.uk has no registrable domain.
  const isOwn =
    matchesDomain(page.hostname, domain) && getDomain(domain, { allowPrivateDomains: true }) !== null;
  return isOwn ? null : 'has a Domain that isn’t the site’s';
};

/** True if a cookie only deletes one: its lifetime has already ended. */
const isDeletion = (cookie: ParsedCookie, now: number): boolean => {
  if (cookie.maxAge !== undefined) return cookie.maxAge <= 0;
  return cookie.expires !== undefined && cookie.expires.getTime() <= now;
};

type Answers = Pick<PageArtifacts, 'response' | 'redirects' | 'finalUrl' | 'gatheredAt'>;

/**
 * The cookies that a page and the redirects to it set in browsers (RFC 6265bis §5.6): without those
 * that it deletes and those that browsers refuse. Values are left out.
 */
export const cookiesOf = (answers: Answers): Cookie[] =>
  allCookies(answers).filter(({ refusal }) => refusal === null);

/** The cookies that browsers refuse, with the reason. */
export const refusedCookies = (answers: Answers): SentCookie[] =>
  allCookies(answers).filter(({ refusal }) => refusal !== null);

interface SentCookie extends Cookie {
  refusal: string | null;
}

const allCookies = ({ response, redirects, finalUrl, gatheredAt }: Answers): SentCookie[] => {
  const now = Date.parse(gatheredAt);
  const site = getDomain(finalUrl);
  const steps = redirects
    .filter(({ url }) => getDomain(url) === site)
    .map(({ url, setCookies = [] }) => ({ url, lines: setCookies }));
  const all = [...steps, { url: finalUrl, lines: headerValues(response.headers, 'set-cookie') }];
  return all.flatMap(({ url, lines }) => readLines(lines, new URL(url), now));
};

const readLines = (lines: readonly string[], page: URL, now: number): SentCookie[] => {
  return lines.flatMap((line) => {
    // The parser throws on a line without a single part.
    const parts = line.split(';').map((part) => part.trim());
    const [pair = '', ...attributes] = parts;
    if (!pair.includes('=')) return [];
    const [cookie] = parseSetCookie([line], { decodeValues: false, silent: true });
    if (cookie === undefined || cookie.name === '') return [];
    if (isDeletion(cookie, now)) return [];
    const sameSite = cookie.sameSite?.trim().toLowerCase() ?? null;
    const known = sameSite === 'strict' || sameSite === 'lax' || sameSite === 'none' ? sameSite : null;
    return [
      {
        name: cookie.name.trim(),
        secure: cookie.secure === true,
        httpOnly: cookie.httpOnly === true,
        sameSite: known,
        sameSiteInvalid: sameSite !== null && known === null,
        refusal: refusalOf(cookie, line, page),
        shown: [`${cookie.name.trim()}=…`, ...attributes].join('; '),
      },
    ];
  });
};
