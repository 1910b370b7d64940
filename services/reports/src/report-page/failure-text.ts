import type { ReportErrorCode } from '../reports/report.ts';

const TEXTS: Record<ReportErrorCode, string> = {
  dns: 'The name of the host could not be found.',
  connect: 'The server did not take the connection.',
  tls: 'No secure connection could be made; the certificate may be wrong.',
  timeout: 'The page did not answer in time.',
  blocked: 'The address can’t be reported on.',
  not_html: 'The address is not an HTML page.',
  too_large: 'The page is too large.',
  redirect_loop: 'The page redirects in a circle, or too often.',
  http_error: 'The page answered with an error.',
  invalid_response: 'The server’s answer could not be understood.',
  too_complex: 'The page is built in a way that could not be read in time.',
  internal: 'Something went wrong on our side; it is being looked at.',
};

/** Why there is no result, for people. */
export function failureText(code: ReportErrorCode | null): string {
  return TEXTS[code ?? 'internal'];
}
