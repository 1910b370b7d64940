import type { IncomingMessage } from 'node:http';
import type { CookieOptions, Response } from 'express';

/** A cookie that is the gateway's alone. */
export interface GatewayCookie {
  /** Its value in the request, if that has the right form. */
  read(request: IncomingMessage): string | undefined;
  write(response: Response, value: string, expiresAt: Date): void;
  clear(response: Response): void;
}

const SESSION = 'session';
const LOGIN = 'login';
const NAMES = [SESSION, LOGIN].flatMap((name) => [name, `__Host-${name}`]);

/** 32 random bytes in base64url. */
const SECRET = /^[\w-]{43}$/;
/** A JWE in its compact form. */
const SEALED = /^[\w-]+(?:\.[\w-]*){4}$/;

const pairsOf = (header: string | undefined): string[] =>
  header === undefined ? [] : header.split(';').map((pair) => pair.trim());

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('='));

/**
 * A Cookie header without the gateway's own cookies; undefined if nothing is left.
 */
export const withoutSession = (header: string | undefined): string | undefined => {
  if (header === undefined || !/(?:session|login)=/.test(header)) return header;
  const kept = pairsOf(header).filter((pair) => !NAMES.includes(nameOf(pair)));
  return kept.length === 0 ? undefined : kept.join('; ');
};

/**
 * A cookie out of reach of scripts. Where the platform is on https it is bound to this very host
 * besides, by its prefix (RFC 6265bis, 4.1.3.2).
 */
const createCookie = (plainName: string, form: RegExp, options: CookieOptions): GatewayCookie => {
  const name = options.secure ? `__Host-${plainName}` : plainName;
  const set = (response: Response, value: string, expires: Date): void => {
    response.cookie(name, value, { httpOnly: true, path: '/', ...options, expires });
  };
  return {
    read(request) {
      const pair = pairsOf(request.headers.cookie).find((candidate) => nameOf(candidate) === name);
      const value = pair?.slice(name.length + 1) ?? '';
      return form.test(value) ? value : undefined;
    },
    write: set,
    clear(response) {
      set(response, '', new Date(0));
    },
  };
};

/** The cookie of a session, which no other site's requests carry. */
export const createSessionCookie = ({ secure }: { secure: boolean }): GatewayCookie =>
  createCookie(SESSION, SECRET, { secure, sameSite: 'strict' });

/**
 * The cookie of an attempt to sign in. The identity provider sends the browser back to us, which a
 * strict cookie would not take part in.
 */
export const createLoginCookie = ({ secure }: { secure: boolean }): GatewayCookie =>
  createCookie(LOGIN, SEALED, { secure, sameSite: 'lax' });

/** True if an Origin or a Referer names the host that the request was sent to. */
const namesHost = ({ headers }: IncomingMessage, address: string | undefined): boolean =>
  address !== undefined && URL.canParse(address) && new URL(address).host === headers.host?.toLowerCase();

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/**
 * True if a page of this very origin sent the request. Browsers say so in `Sec-Fetch-Site`; for
 * older ones the Origin has to match the Host. Another host of the same site is another origin.
 *
 * Without https, except on localhost, no browser sends `Sec-Fetch-Site`, and none an Origin with
 * what a page reads from its own. Then the Referer has to match, which is enough for reading only.
 */
export const isFromSameOrigin = (request: IncomingMessage): boolean => {
  const { 'sec-fetch-site': site, origin, referer } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return namesHost(request, origin ?? (isRead(request) ? referer : undefined));
};

/**
 * True if a page of another origin sent the request. A program that is no browser sends neither
 * header.
 */
export const isFromOtherOrigin = (request: IncomingMessage): boolean =>
  (request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined) &&
  !isFromSameOrigin(request);
