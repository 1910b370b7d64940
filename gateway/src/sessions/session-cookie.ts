import type { Request, Response } from 'express';

export interface SessionCookie {
  /** The session's secret in the request, if it carries one. */
  read(request: Request): string | undefined;
  write(response: Response, secret: string, expiresAt: Date): void;
  clear(response: Response): void;
}

/** 32 random bytes in base64url. */
const SECRET = /^[\w-]{43}$/;
const NAMES = ['__Host-session', 'session'];

const pairsOf = (header: string | undefined): string[] =>
  header === undefined ? [] : header.split(';').map((pair) => pair.trim());

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('='));

/**
 * A Cookie header without sessions, which are the gateway's alone; undefined if nothing is left.
 */
export const withoutSession = (header: string | undefined): string | undefined => {
  if (!header?.includes('session=')) return header;
  const kept = pairsOf(header).filter((pair) => !NAMES.includes(nameOf(pair)));
  return kept.length === 0 ? undefined : kept.join('; ');
};

/**
 * The cookie of a session: out of reach of scripts and of other sites. Where the platform is on
 * https it is bound to this very host besides, by its prefix (RFC 6265bis, 4.1.3.2).
 */
export const createSessionCookie = ({ secure }: { secure: boolean }): SessionCookie => {
  const name = secure ? '__Host-session' : 'session';
  const set = (response: Response, value: string, expires: Date): void => {
    response.cookie(name, value, { httpOnly: true, secure, sameSite: 'strict', path: '/', expires });
  };
  return {
    read(request) {
      const pair = pairsOf(request.headers.cookie).find((candidate) => nameOf(candidate) === name);
      const secret = pair?.slice(name.length + 1) ?? '';
      return SECRET.test(secret) ? secret : undefined;
    },
    write: set,
    clear(response) {
      set(response, '', new Date(0));
    },
  };
};
