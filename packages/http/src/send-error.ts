import { isGivenUp, isUnavailable } from '@platform/database';
import {
  AppError,
  badRequest,
  faultIn,
  internal,
  isAppError,
  messageIn,
  payloadTooLarge,
  unavailable,
  unsupportedMediaType,
} from '@platform/errors';
import type { ErrorDetail, Language } from '@platform/errors';
import type { Response } from 'express';

import type { Dialect } from './dialect.ts';
import { languageOf } from './language.ts';
import { sendJson } from './reply.ts';
import { requestIdOf } from './request-log.ts';

/** The first faults are enough to correct a request, and one of a few kilobytes can have thousands. */
export const MOST_DETAILS = 100;
const LONGEST_FIELD = 500;
const LONGEST_MESSAGE = 2_000;

const cut = (text: string, longest: number): string =>
  text.length <= longest
    ? text
    : // Half a character can't be encoded.
      `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/**
 * The name of a field for an answer: `options.names.0`. Its parts are cut before they are joined, as
 * thousands of faults may share one very long part.
 */
export const fieldName = (path: readonly (string | number)[]): string =>
  cut(path.map((part) => cut(String(part), LONGEST_FIELD)).join('.'), LONGEST_FIELD);

const briefDetails = (details: readonly ErrorDetail[]): ErrorDetail[] => {
  const shown = details.slice(0, MOST_DETAILS).map(({ field, message }) => ({
    field: cut(field, LONGEST_FIELD),
    message: cut(message, LONGEST_MESSAGE),
  }));
  const left = details.length - shown.length;
  if (left === 0) return shown;
  const message = `request has ${left.toLocaleString('en')} more fault${left === 1 ? '' : 's'}`;
  return [...shown, { field: 'request', message }];
};

/** An error as it is answered: with its first faults and how many more there are, and no endless texts. */
const briefError = (error: AppError): AppError => {
  const { kind, code, message, details, retryAfterSeconds, headers, cause } = error;
  // Most answers with an error are these, 401 and 429 among them.
  if (details.length === 0 && message.length <= LONGEST_MESSAGE) return error;
  const longest = cut(message, LONGEST_MESSAGE);
  return new AppError(kind, longest, {
    ...(code === undefined ? {} : { code }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    details: briefDetails(details),
    headers,
    cause,
  });
};

/**
 * Translates an error. All errors pass through here, so the code that throws one needn't know the
 * client's language; names of fields stay.
 */
const errorIn = (language: Language, error: AppError): AppError => {
  if (language === 'en') return error;
  const { kind, code, message, details, retryAfterSeconds, headers, cause } = error;
  return new AppError(kind, messageIn(language, message), {
    ...(code === undefined ? {} : { code }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    details: details.map((detail) => ({ ...detail, message: faultIn(language, detail.message) })),
    headers,
    cause,
  });
};

/** Errors of body-parser and express that are the client's fault. */
const fromStatus = (error: unknown): AppError | undefined => {
  const { status, type } = error as { status?: unknown; type?: unknown };
  if (status === 413) return payloadTooLarge();
  if (status === 415) return unsupportedMediaType('The encoding of the body is not supported.');
  if (type === 'entity.parse.failed') return badRequest('The body is not valid JSON.');
  if (type === 'request.aborted') return badRequest('The request was cut off.');
  return status === 400 ? badRequest('The request could not be read.') : undefined;
};

/** Turns any error into one to answer: ours stay, a database that is down or busy is 503, the rest 500. */
export const toAppError = (error: unknown): AppError => {
  if (isAppError(error)) return error;
  if (isUnavailable(error))
    return unavailable("The database can't be reached at the moment.", { cause: error });
  if (isGivenUp(error))
    return unavailable('The database did not answer in time. Try again.', { cause: error });
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
  const language = languageOf(response.req);
  if (language !== 'en') response.setHeader('Content-Language', language);
  sendJson(
    response,
    status,
    JSON.stringify(dialect.renderError(errorIn(language, briefError(error)), status, requestIdOf(response))),
  );
};
