import type { FetchErrorCode } from '../page/fetch-result.ts';

/**
 * Why a run has no result: the page could not be fetched, could not be parsed in time
 * (`too_complex`), its credentials can’t be read, or our own software failed on every attempt (`internal`).
 */
export type FailureCode = FetchErrorCode | 'too_complex' | 'credentials' | 'internal';

const SENTENCES: Record<FailureCode, string> = {
  unreachable: 'The host name leads to no public address.',
  connect: 'The server did not accept the connection.',
  tls: 'No secure connection could be established; the certificate may be invalid.',
  timeout: 'The page did not respond in time.',
  blocked: 'This address can’t be reported on.',
  not_html: 'The address is not an HTML page.',
  too_large: 'The page is too large.',
  redirect_loop: 'The page redirects in a loop, or too many times.',
  http_error: 'The page responded with an error.',
  invalid_response: 'The server’s response could not be understood.',
  too_complex: 'The page could not be parsed in time.',
  credentials: 'The stored credentials can’t be read any more; please give them again.',
  internal: 'Something went wrong on our side; we are looking into it.',
};

/** A failure in one sentence, for people. */
export const failureText = (code: FailureCode): string => SENTENCES[code];
