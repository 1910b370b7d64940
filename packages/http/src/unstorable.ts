import type { ErrorDetail } from '@platform/errors';

import { MOST_DETAILS, fieldName } from './brief-error.ts';

/** Deeper bodies would overflow the stack of later code. */
const MAX_DEPTH = 64;

type Steps = readonly (string | number)[];

/** Stands for the faults past those that an answer names: they are only counted. */
const ONE_MORE: ErrorDetail = { field: 'body', message: 'body has more faults' };

const collect = (value: unknown, path: Steps, found: ErrorDetail[]): void => {
  const add = (place: Steps, say: (field: string) => string): void => {
    const field = found.length < MOST_DETAILS ? fieldName(place) || 'body' : undefined;
    found.push(field === undefined ? ONE_MORE : { field, message: say(field) });
  };
  if (typeof value === 'string') {
    if (value.includes('\0')) add(path, (field) => `${field} must not contain NUL characters`);
    else if (!value.isWellFormed()) add(path, (field) => `${field} must be well-formed Unicode`);
  } else if (typeof value === 'object' && value !== null) {
    if (path.length > MAX_DEPTH) {
      add(path.slice(0, MAX_DEPTH), () => `the body is nested deeper than ${MAX_DEPTH} levels`);
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      const step = Array.isArray(value) ? Number(key) : key;
      // The answer echoes field names, so a malformed one is reported on its parent.
      if (key.includes('\0') || !key.isWellFormed()) add(path, () => 'a field name must be well-formed text');
      else collect(item, [...path, step], found);
    }
  }
};

/**
 * Finds strings that PostgreSQL can't store or that can't be encoded as UTF-8, and what is too
 * deep.
 */
export const findUnstorable = (value: unknown): ErrorDetail[] => {
  const found: ErrorDetail[] = [];
  collect(value, [], found);
  return found;
};
