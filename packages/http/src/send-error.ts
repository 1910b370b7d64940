import { isUnavailable } from '@platform/database';
import {
  badRequest,
  internal,
  isAppError,
  payloadTooLarge,
  unavailable,
  unsupportedMediaType,
} from '@platform/errors';
import type { AppError } from '@platform/errors';
import type { Response } from 'express';

import type { Dialect } from './dialect.ts';
import { requestIdOf } from './request-id.ts';

/** What body-parser and express put on errors that are the client's fault. */
const fromStatus = (error: unknown): AppError | undefined => {
  const { status, type } = error as { status?: unknown; type?: unknown };
  if (status === 413) return payloadTooLarge();
  if (status === 415) return unsupportedMediaType('The encoding of the body is not supported.');
  if (type === 'entity.parse.failed') return badRequest('The body is not valid JSON.');
  if (type === 'request.aborted') return badRequest('The request was cut off.');
  return status === 400 ? badRequest('The request could not be read.') : undefined;
};

/** Any error as one that can be answered: ours as they are, a database that is down as 503, the rest as 500. */
export const toAppError = (error: unknown): AppError => {
  if (isAppError(error)) return error;
  if (isUnavailable(error))
    return unavailable('The database can not be reached at the moment.', { cause: error });
  return (typeof error === 'object' && error !== null ? fromStatus(error) : undefined) ?? internal(error);
};

/** Answers an error in the dialect. When the answer has begun already, the connection is cut, so nothing half looks whole. */
export const sendError = (error: AppError, dialect: Dialect, response: Response): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const status = dialect.statusOf(error.kind);
  if (error.retryAfterSeconds !== undefined)
    response.setHeader('Retry-After', String(error.retryAfterSeconds));
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  response.status(status).json(dialect.renderError(error, status, requestIdOf(response)));
};
