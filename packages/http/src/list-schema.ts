import Joi from 'joi';
import type { ObjectSchema } from 'joi';

import { keysOf, metasOf } from './openapi/schema-parts.ts';

/** A list, which a form sends as JSON text: it has no way to write a list of objects. */
export const listSchema = (): Joi.ArraySchema => Joi.array().meta({ isTextInForms: true });

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // No list: the schema says so.
    return text;
  }
};

/**
 * A form or query with its lists read, before anything else looks at it: what holds for a list of
 * JSON holds for these, too.
 */
export const withLists = (schema: ObjectSchema, given: unknown): unknown => {
  if (typeof given !== 'object' || given === null) return given;
  const texts = Object.entries(given).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].startsWith('['),
  );
  if (texts.length === 0) return given;
  const keys = keysOf(schema);
  const lists = texts.filter(([name]) => {
    const key = keys.get(name);
    return key !== undefined && metasOf(key).some(({ isTextInForms }) => isTextInForms);
  });
  return { ...given, ...Object.fromEntries(lists.map(([name, text]) => [name, parse(text)])) };
};
