import { AppError } from '@platform/errors';
import type { ErrorDetail } from '@platform/errors';

/** Clients correct the first faults first, and a request of a few kilobytes can have thousands. */
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
export const briefError = (error: AppError): AppError => {
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
