import { parseSetCookie } from 'set-cookie-parser';
import type { Cookie as ParsedCookie } from 'set-cookie-parser';
import { getDomain } from 'tldts';

import type { PageArtifacts } from '../page-artifacts.ts';
import { headerValues } from './response-headers.ts';

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

/** Whether browsers store a cookie that this page sends (RFC 6265bis §5.7). */
const isAccepted = (cookie: ParsedCookie, line: string, page: URL): boolean => {
  const name = cookie.name.toLowerCase();
  const domain = (cookie.domain ?? '').toLowerCase().replace(/^\./, '');
  if (CONTROLS.test(line) || cookie.name.length + cookie.value.length > MAX_PAIR) return false;
  if (cookie.secure === true && page.protocol !== 'https:') return false;
  if (name.startsWith('__secure-') && cookie.secure !== true) return false;
  if (name.startsWith('__host-') && (cookie.secure !== true || domain !== '' || cookie.path !== '/'))
    return false;
  if (domain === '' || domain === page.hostname) return true;
  // A public suffix such as co.uk has no registrable domain.
  return matchesDomain(page.hostname, domain) && getDomain(domain, { allowPrivateDomains: true }) !== null;
};

/** Whether a cookie is there to delete one: its lifetime has ended before it began. */
const isDeletion = (cookie: ParsedCookie, now: number): boolean => {
  if (cookie.maxAge !== undefined) return cookie.maxAge <= 0;
  return cookie.expires !== undefined && cookie.expires.getTime() <= now;
};

/**
 * The cookies that a page sets in browsers (RFC 6265bis §5.6): without those that it deletes and
 * those that browsers reject. Values are left out.
 */
export const cookiesOf = ({
  response,
  finalUrl,
  gatheredAt,
}: Pick<PageArtifacts, 'response' | 'finalUrl' | 'gatheredAt'>): Cookie[] => {
  const page = new URL(finalUrl);
  const now = Date.parse(gatheredAt);
  return headerValues(response.headers, 'set-cookie').flatMap((line) => {
    // The parser throws on a line without a single part.
    const parts = line.split(';').map((part) => part.trim());
    const [pair = '', ...attributes] = parts;
    if (!pair.includes('=')) return [];
    const [cookie] = parseSetCookie([line], { decodeValues: false, silent: true });
    if (cookie === undefined || cookie.name === '') return [];
    if (!isAccepted(cookie, line, page) || isDeletion(cookie, now)) return [];
    const sameSite = cookie.sameSite?.trim().toLowerCase() ?? null;
    const known = sameSite === 'strict' || sameSite === 'lax' || sameSite === 'none' ? sameSite : null;
    return [
      {
        name: cookie.name.trim(),
        secure: cookie.secure === true,
        httpOnly: cookie.httpOnly === true,
        sameSite: known,
        sameSiteInvalid: sameSite !== null && known === null,
        shown: [`${cookie.name.trim()}=…`, ...attributes].join('; '),
      },
    ];
  });
};
