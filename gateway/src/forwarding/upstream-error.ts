import { badGateway, badRequest, isAppError, unavailable } from '@platform/errors';
import type { AppError } from '@platform/errors';

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|ENOENT|UND_ERR_CONNECT_TIMEOUT)$/;

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'UNKNOWN';
};

/** True if the connection broke as it does when a service restarts or closes an idle connection. */
export const isBrokenConnection = (error: unknown): boolean =>
  /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(error));

/** True if no connection came about, so that nothing of the request arrived. */
export const isUnreachable = (error: unknown): boolean => UNREACHABLE.test(codeOf(error));

/**
 * True if the request was refused before it was sent, because HTTP doesn't allow it. That isn't
 * held against the service; otherwise clients could make it look broken.
 */
export const isRefusedHere = (error: unknown): boolean =>
  /^(UND_ERR_INVALID_ARG|UND_ERR_REQ_CONTENT_LENGTH_MISMATCH|ERR_INVALID_CHAR|ERR_UNESCAPED_CHARACTERS)$/.test(
    codeOf(error),
  );

/**
 * True if the headers of an answer are too long to be read. That isn't held against the service
 * either: it answers, and a client's request may be why they are long.
 */
export const hasLongHeaders = (error: unknown): boolean =>
  /^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/.test(codeOf(error));

/** True for an answer that can't be read, such as a `100 Continue` that nobody asked for. */
const isMalformed = (error: unknown): boolean =>
  /^HPE_/.test(codeOf(error)) ||
  (codeOf(error) === 'UND_ERR_SOCKET' && (error as Error).message === 'bad response');

/**
 * The error that a client sees when forwarding fails: 503 for a service that cannot be reached,
 * else 502.
 */
export const toUpstreamError = (error: unknown, area: string): AppError => {
  if (isAppError(error)) return error;
  if (isRefusedHere(error)) return badRequest('The request cannot be passed on.');
  const cause = error;
  if (hasLongHeaders(error))
    return badGateway(`The ${area} service sent headers that are too long.`, { cause });
  if (isMalformed(error))
    return badGateway(`The ${area} service sent an answer that HTTP doesn't allow.`, { cause });
  return isUnreachable(error)
    ? unavailable(`The ${area} service cannot be reached at the moment.`, { cause })
    : badGateway(`The ${area} service broke off.`, { cause });
};
