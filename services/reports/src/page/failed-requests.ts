import type { BrowserFacts } from './browser-facts.ts';

/** A file or answer that the page asked for in vain. */
export interface FailedRequest {
  readonly url: string;
  /** In a few words, such as `HTTP 404`. */
  readonly reason: string;
}

/** Chromium’s errors (net/base/net_error_list.h) and Playwright’s, in words. */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/NAME_NOT_RESOLVED|TUNNEL_CONNECTION|CONNECTION_(?:REFUSED|FAILED)|ADDRESS_UNREACHABLE/, 'not reachable'],
  [/TIMED_OUT/, 'no answer in time'],
  [/CONNECTION_(?:RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|CONTENT_LENGTH|INCOMPLETE/, 'the connection broke'],
  [/CERT_|SSL_/, 'no secure connection'],
  [/^csp$|BLOCKED_BY_CSP/, 'blocked by the page’s Content-Security-Policy'],
  [/^mixed-content$/, 'blocked as mixed content'],
  [/BLOCKED_BY/, 'blocked by the browser'],
];

/** The page itself gave these up, as it does with requests that it no longer needs. */
const GIVEN_UP = 'net::ERR_ABORTED';

const inWords = (reason: string): string =>
  REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? reason.replace('net::', '');

/** The requests that failed: those without an answer, and those answered with an error; each URL once. */
export const failedRequestsOf = ({ failedRequests, requests = [] }: BrowserFacts): FailedRequest[] => {
  const failures = new Map<string, string>();
  for (const { url, reason } of failedRequests)
    if (reason !== GIVEN_UP && !failures.has(url)) failures.set(url, inWords(reason));
  for (const { url, status } of requests)
    if (status !== null && status >= 400 && !failures.has(url)) failures.set(url, `HTTP ${status}`);
  // Browsers ask for it by themselves.
  for (const url of failures.keys()) if (URL.parse(url)?.pathname === '/favicon.ico') failures.delete(url);
  return [...failures].map(([url, reason]) => ({ url, reason }));
};
