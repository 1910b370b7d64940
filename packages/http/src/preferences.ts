import type { Request } from 'express';

/** What a client prefers (RFC 7240). */
export interface Preferences {
  /** `strict` refuses unknown fields, `lenient` (also the default) ignores them and says so. */
  readonly handling?: 'strict' | 'lenient';
  /** The client doesn't want to wait for the result. */
  readonly respondAsync: boolean;
}

const NONE: Preferences = { respondAsync: false };

/**
 * Reads the header `Prefer`. Unknown preferences are ignored, as the RFC asks.
 *
 * @example
 * preferencesOf(request); // Prefer: respond-async, handling=strict
 * // { handling: 'strict', respondAsync: true }
 */
export const preferencesOf = (request: Request): Preferences => {
  const header = request.get('prefer');
  if (header === undefined) return NONE;
  const given = header
    .toLowerCase()
    .split(/[,;]/)
    .map((preference) => preference.replaceAll(/[\s"]/g, ''));
  const handling = (['strict', 'lenient'] as const).find((value) => given.includes(`handling=${value}`));
  const respondAsync = given.includes('respond-async');
  return handling === undefined ? { respondAsync } : { handling, respondAsync };
};
