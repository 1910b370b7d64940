import { invalid } from '@platform/errors';
import type { ObjectSchema, Schema } from 'joi';

import { fieldName } from './brief-error.ts';
import type { Path } from './forgiving.ts';
import { choicesOf, flagOf, hasTerms, itemsOf, keysOf, limitOf } from './openapi/schema-parts.ts';

/**
 * What a request may hold beyond its schema. joi makes a fault of each, at some microseconds, and
 * overflows the stack from about 100,000.
 */
const MOST_EXCESS = 10_000;
/** For lists and named values that the schema leaves unlimited. */
const MOST_PARTS = 50_000;

const SCALARS = ['string', 'number', 'boolean', 'date'];

/** What is certain to be refused or left out at one place of the input; nothing where all is open. */
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
export const refuseExcess = (schema: ObjectSchema, given: unknown): void => {
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
