import type { ErrorDetail } from '@platform/errors';

/** Deeper bodies would overflow the stack of later code. */
const MAX_DEPTH = 64;

const collect = (value: unknown, path: readonly (string | number)[], found: ErrorDetail[]): void => {
  if (typeof value === 'string') {
    const field = path.join('.') || 'body';
    if (value.includes('\0')) found.push({ field, message: `${field} must not contain NUL characters` });
    else if (!value.isWellFormed()) found.push({ field, message: `${field} must be well-formed Unicode` });
  } else if (typeof value === 'object' && value !== null) {
    if (path.length > MAX_DEPTH) {
      found.push({
        field: path.slice(0, MAX_DEPTH).join('.'),
        message: `the body is nested deeper than ${MAX_DEPTH} levels`,
      });
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      const step = Array.isArray(value) ? Number(key) : key;
      // The answer echoes field names, so a malformed one is reported on its parent.
      if (key.includes('\0') || !key.isWellFormed())
        found.push({ field: path.join('.') || 'body', message: 'a field name must be well-formed text' });
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
