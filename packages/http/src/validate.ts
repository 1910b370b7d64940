import { invalid } from '@platform/errors';
import type { ErrorDetail } from '@platform/errors';
import type { ObjectSchema, Schema, ValidationErrorItem } from 'joi';

import { withLists } from './cursor-page.ts';
import { copyWithout, withoutEmpty, withSpelling } from './forgiving.ts';
import type { Path } from './forgiving.ts';
import { choicesOf, flagOf, hasTerms, itemsOf, keysOf, limitOf } from './openapi/to-json-schema.ts';
import { fieldName, MOST_DETAILS } from './send-error.ts';

/** Deeper bodies would overflow the stack of later code. */
const MAX_DEPTH = 64;

type Steps = readonly (string | number)[];

/** Placeholder for faults beyond those that an answer names: they are only counted. */
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

/**
 * Limit on a request's excess over its schema. joi reports each as a fault, at some microseconds,
 * and overflows the stack from about 100,000.
 */
const MOST_EXCESS = 10_000;
/** For lists and named values that the schema leaves unlimited. */
const MOST_PARTS = 50_000;

const SCALARS = ['string', 'number', 'boolean', 'date'];

/** Bounds at one place of the input, beyond which it is refused or left out; none where all is open. */
interface Shape {
  /** Undefined where names are free. */
  readonly keys?: ReadonlyMap<string, Schema> | undefined;
  readonly mostKeys: number;
  readonly items: readonly Schema[];
  readonly mostItems: number;
}

const OPEN: Shape = { mostKeys: Infinity, items: [], mostItems: Infinity };

/** A schema, or the alternatives that it consists of; undefined for those that depend on more. */
const alternativesOf = (schema: Schema): (Schema | undefined)[] =>
  schema.type === 'alternatives'
    ? choicesOf(schema).flatMap((choice) => (choice === undefined ? [choice] : alternativesOf(choice)))
    : [schema];

const isOpen = (schema: Schema | undefined): boolean => {
  if (schema === undefined || hasTerms(schema, 'whens') || hasTerms(schema, 'renames')) return true;
  if (schema.type === 'object')
    return flagOf(schema, 'unknown') === true || !(hasTerms(schema, 'keys') || hasTerms(schema, 'patterns'));
  return schema.type !== 'array' && !SCALARS.includes(schema.type ?? '');
};

const readShape = (schema: Schema): Shape => {
  const choices = alternativesOf(schema);
  const [object, ...otherObjects] = choices.filter((choice) => choice?.type === 'object');
  const [array, ...otherArrays] = choices.filter((choice) => choice?.type === 'array');
  if (choices.some(isOpen) || otherObjects.length > 0 || otherArrays.length > 0) return OPEN;
  const isNamed = object !== undefined && !hasTerms(object, 'patterns');
  return {
    keys: isNamed ? keysOf(object) : undefined,
    mostKeys: object && !isNamed ? (limitOf(object) ?? MOST_PARTS) : Infinity,
    items: array ? itemsOf(array) : [],
    mostItems: array ? (limitOf(array) ?? MOST_PARTS) : Infinity,
  };
};

const shapes = new WeakMap<Schema, Shape>();

const shapeOf = (schema: Schema): Shape => {
  const shape = shapes.get(schema) ?? readShape(schema);
  shapes.set(schema, shape);
  return shape;
};

/**
 * Refuses what joi would take seconds to refuse: input with many thousand unknown fields, or with so
 * many more items or named values than the schema allows.
 * @throws an `invalid` error that names the place
 */
const refuseExcess = (schema: ObjectSchema, given: unknown): void => {
  let excess = 0;
  const count = (more: number, path: Path, say: () => string): void => {
    excess += Math.max(0, more);
    if (excess <= MOST_EXCESS) return;
    const field = fieldName(path) || 'body';
    throw invalid([{ field, message: `${field} ${say()}` }]);
  };

  const visit = (of: Schema, value: unknown, path: Path): void => {
    if (typeof value !== 'object' || value === null) return;
    const { keys, mostKeys, items, mostItems } = shapeOf(of);
    if (Array.isArray(value)) {
      count(value.length - mostItems, path, () => `must contain at most ${mostItems} items`);
      const [item] = items;
      if (item !== undefined && items.length === 1)
        value.forEach((part, index) => {
          visit(item, part, [...path, index]);
        });
      return;
    }
    const names = Object.keys(value);
    count(names.length - mostKeys, path, () => `must have at most ${mostKeys} fields`);
    if (keys === undefined) return;
    const known = names.filter((name) => keys.has(name));
    count(names.length - known.length, path, () => 'has too many unknown fields');
    for (const name of known)
      visit(keys.get(name) as Schema, (value as Record<string, unknown>)[name], [...path, name]);
  };
  visit(schema, given, []);
};

export interface InputOptions {
  /** True for text (forms, queries), where "5" may stand for a number; false for JSON. */
  readonly convert: boolean;
  /** Refuses unknown fields instead of ignoring them. */
  readonly strict: boolean;
  /** An empty query parameter is never given; a body may empty the texts that allow it. */
  readonly source: 'query' | 'body';
}

export interface Input<Value> {
  /** With defaults filled in. */
  readonly value: Value;
  /** Names of unknown fields, `options.foo`; at most 50. */
  readonly ignored: readonly string[];
}

/** Each pass may uncover faults that an earlier one hid. */
const MAX_PASSES = 4;
const MAX_IGNORED = 50;

const withPreferences = (schema: ObjectSchema, convert: boolean): ObjectSchema =>
  schema.prefs({
    abortEarly: false,
    convert,
    errors: { wrap: { label: false } },
    messages: { 'object.base': '{{#label}} must be an object' },
  });

/** Kept because joi compiles the messages each time preferences are set. */
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

const detailOf = ({ path, message }: ValidationErrorItem): ErrorDetail => ({
  field: fieldName(path) || 'body',
  // joi calls the whole body "value", which may be the name of a field, too.
  message: path.length === 0 ? message.replace(/^value /, 'body ') : message,
});

const isUnknown = ({ type }: ValidationErrorItem): boolean => type === 'object.unknown';

/**
 * Reads a client's input by a schema and forgives small, unmistakable deviations: unknown fields are left
 * out and named in `ignored`, empty values are not given, and values of an enumeration may be written in
 * any case and with `-` for `_`.
 * @throws an `invalid` error that names every refused field, or only the first of far too many
 */
export const readInput = <Value>(
  schema: ObjectSchema<Value>,
  sent: unknown,
  { convert, strict, source }: InputOptions,
): Input<Value> => {
  const given = convert ? withLists(schema, sent) : sent;
  refuseExcess(schema, given);
  const faults = findUnstorable(given);
  const ignored: Path[] = [];
  // joi copies what it validates, and loses a field of this name.
  if (typeof given === 'object' && given !== null && Object.hasOwn(given, '__proto__')) {
    if (strict) faults.push({ field: '__proto__', message: '__proto__ is not allowed' });
    ignored.push(['__proto__']);
  }
  if (faults.length > 0) throw invalid(faults);

  const usable = prepare(schema, convert);
  let value = withoutEmpty(schema, given, source);
  for (let pass = 1; ; pass += 1) {
    const result = usable.validate(value);
    if (!result.error)
      return {
        value: result.value,
        ignored: ignored.slice(0, MAX_IGNORED).map(fieldName),
      };
    const { details } = result.error;
    const unknown = strict ? [] : details.filter(isUnknown).map(({ path }) => path);
    const respelled = withSpelling(schema, value, details);
    if ((unknown.length === 0 && respelled === value) || pass === MAX_PASSES)
      throw invalid(details.filter((detail) => strict || !isUnknown(detail)).map(detailOf));
    for (const path of unknown) ignored.push(path);
    value = copyWithout(respelled, unknown);
  }
};

/**
 * Checks `value` against a schema and returns it with defaults filled in. Unknown fields are refused.
 * @param convert true for text sources (forms, queries), where "5" may stand for a number; false for
 *   JSON
 * @throws an `invalid` error that names every refused field
 */
export const validate = <Value>(schema: ObjectSchema<Value>, value: unknown, convert: boolean): Value =>
  readInput(schema, value, { convert, strict: true, source: 'body' }).value;
