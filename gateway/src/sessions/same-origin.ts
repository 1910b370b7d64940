import type { IncomingMessage } from 'node:http';

const originMatchesHost = (request: IncomingMessage): boolean => {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === request.headers.host?.toLowerCase();
};

/**
 * True if a page of this very origin sent the request. Browsers say so in `Sec-Fetch-Site`; for
 * older ones the Origin has to match the Host. Another host of the same site is another origin.
 */
export const isFromSameOrigin = (request: IncomingMessage): boolean => {
  const site = request.headers['sec-fetch-site'];
  return site === undefined ? originMatchesHost(request) : site === 'same-origin';
};

/**
 * True if a page of another origin sent the request. A program that is no browser sends neither
 * header.
 */
export const isFromOtherOrigin = (request: IncomingMessage): boolean =>
  (request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined) &&
  !isFromSameOrigin(request);
