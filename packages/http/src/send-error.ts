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

import { briefError } from './brief-error.ts';
import type { Dialect } from './dialect.ts';
import { requestIdOf } from './request-id.ts';
import { sendJson } from './send-json.ts';

/** Errors of body-parser and express that are the client's fault. */
const fromStatus = (error: unknown): AppError | undefined => {
  const { status, type } = error as { status?: unknown; type?: unknown };
  if (status === 413) return payloadTooLarge();
  if (status === 415) return unsupportedMediaType('The encoding of the body is not supported.');
  if (type === 'entity.parse.failed') return badRequest('The body is not valid JSON.');
  if (type === 'request.aborted') return badRequest('The request was cut off.');
  return status === 400 ? badRequest('The request could not be read.') : undefined;
};

/** Turns any error into one to answer: ours stay, a database that is down is 503, the rest 500. */
export const toAppError = (error: unknown): AppError => {
  if (isAppError(error)) return error;
  if (isUnavailable(error))
    return unavailable("The database can't be reached at the moment.", { cause: error });
  return (typeof error === 'object' && error !== null ? fromStatus(error) : undefined) ?? internal(error);
};

/**
 * Answers an error in the dialect. If the answer has begun, the connection is cut instead, so that
 * half an answer doesn't look whole.
 */
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
  sendJson(
    response,
    status,
    JSON.stringify(dialect.renderError(briefError(error), status, requestIdOf(response))),
  );
};
