import type { IncomingMessage } from 'node:http';

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
