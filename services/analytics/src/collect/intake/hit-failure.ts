import { isAppError } from '@platform/errors';
import type { AppError } from '@platform/errors';
import { managementDialect, toAppError } from '@platform/http';
import type { Logger } from '@platform/runtime';

/** The answer to a hit that could not be taken. */
export interface HitFailure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes the answers to what went wrong, and logs what is this program's own fault. */
export const createHitFailures =
  (logger: Logger) =>
  (thrown: unknown, requestId: string): HitFailure => {
    const error: AppError = isAppError(thrown) ? thrown : toAppError(thrown);
    if (error.kind === 'internal')
      logger.error({ err: error.cause ?? error, request_id: requestId }, 'collect failed');
    const status = managementDialect.statusOf(error.kind);
    const retry =
      error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) };
    return {
      status,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...error.headers, ...retry },
      body: JSON.stringify(managementDialect.renderError(error, status, requestId)),
    };
  };
