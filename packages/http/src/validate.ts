import { invalid } from '@platform/errors';
import type { ErrorDetail } from '@platform/errors';
import type { ObjectSchema } from 'joi';

/** Deeper bodies would end in a stack overflow somewhere further on. */
const MAX_DEPTH = 64;

/** Strings that PostgreSQL can't store, or that can't be encoded as UTF-8 again. */
const unstorable = (value: unknown, path: readonly (string | number)[], found: ErrorDetail[]): void => {
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
      // A field's name is echoed in the answer, so a bad one is named by its parent.
      if (key.includes('\0') || !key.isWellFormed())
        found.push({ field: path.join('.') || 'body', message: 'a field name must be well-formed text' });
      else unstorable(item, [...path, step], found);
    }
  }
};

const withPreferences = (schema: ObjectSchema, convert: boolean): ObjectSchema =>
  schema.prefs({
    abortEarly: false,
    convert,
    errors: { wrap: { label: false } },
    messages: { 'object.base': '{{#label}} must be an object' },
  });

/** Joi would compile the messages again for each value. */
const prepared = {
  strict: new WeakMap<ObjectSchema, ObjectSchema>(),
  text: new WeakMap<ObjectSchema, ObjectSchema>(),
};

const prepare = <Value>(schema: ObjectSchema<Value>, convert: boolean): ObjectSchema<Value> => {
  const known = convert ? prepared.text : prepared.strict;
  const found = known.get(schema) ?? withPreferences(schema, convert);
  known.set(schema, found);
  return found as ObjectSchema<Value>;
};

/**
 * Checks `value` against a schema and returns it with defaults filled in.
 * @param convert true for text sources (forms, queries), where "5" may stand for a number; false for JSON
 * @throws an `invalid` error that names every refused field
 */
export const validate = <Value>(schema: ObjectSchema<Value>, value: unknown, convert: boolean): Value => {
  const details: ErrorDetail[] = [];
  unstorable(value, [], details);
  // Joi, which copies what it checks, loses a field of this name on the way.
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
    details.push({ field: '__proto__', message: '__proto__ is not allowed' });
  if (details.length > 0) throw invalid(details);
  const result = prepare(schema, convert).validate(value);
  if (result.error)
    throw invalid(
      result.error.details.map(({ path, message }) => ({
        field: path.join('.') || 'body',
        // Joi calls what it was given as a whole "value", which may be the name of a field, too.
        message: path.length === 0 ? message.replace(/^value /, 'body ') : message,
      })),
    );
  return result.value;
};
