import { isIP } from 'node:net';

import type { AddressPolicy } from './address-policy.ts';
import { GuardError } from './guard-error.ts';

const MAX_URL_LENGTH = 2048;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The host of a URL as an address without brackets, or null if it is a name. */
export const addressOf = (url: URL): string | null => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
};

/** The port that a URL leads to. */
export const portOf = (url: URL): number =>
  url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port);

/**
 * Parses the URL of a page. WHATWG URL turns every notation of an IPv4 address (decimal, octal,
 * hexadecimal, short, full-width digits, a trailing dot) into dotted quads, so literals are judged
 * as they will be connected to.
 * @throws GuardError `blocked` unless it is an http(s) URL without credentials to a permitted
 *   address and port
 */
export const parseTargetUrl = (text: string, policy: AddressPolicy, base?: URL): URL => {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text, base?.href)) throw new GuardError('blocked');
  const url = new URL(text, base?.href);
  const address = addressOf(url);
  const port = portOf(url);
  const acceptable =
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.href.length <= MAX_URL_LENGTH &&
    url.username === '' &&
    url.password === '' &&
    url.hostname !== '' &&
    (address === null ? policy.mayPermitPort(port) : policy.permits(address, port));
  if (!acceptable) throw new GuardError('blocked');
  url.hash = '';
  return url;
};
