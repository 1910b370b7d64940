import { badGateway, isAppError, unavailable } from '@platform/errors';
import type { AppError } from '@platform/errors';

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|ENOENT)$/;

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'UNKNOWN';
};

/** True if the connection broke in a way that a service's restart or an idle connection's end explains. */
export const isBrokenConnection = (error: unknown): boolean => /^(ECONNRESET|EPIPE)$/.test(codeOf(error));

/** What a client is told of a fault between here and a service: 503 if it can't be reached, 502 if it broke off. */
export const toUpstreamFault = (error: unknown, area: string): AppError => {
  if (isAppError(error)) return error;
  const cause = error;
  return UNREACHABLE.test(codeOf(error))
    ? unavailable(`The ${area} service can not be reached at the moment.`, { cause })
    : badGateway(`The ${area} service broke off.`, { cause });
};
