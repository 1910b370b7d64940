import type { ObjectSchema, ValidationErrorItem } from 'joi';

import { emptiableFields, listedValues } from './described-values.ts';

/** Steps from the body to a field in it. */
export type Path = readonly (string | number)[];

type Container = Record<string | number, unknown>;

/** The object or array that holds the last step of `path`. */
const parentOf = (value: unknown, path: Path): Container | undefined => {
  let parent: unknown = value;
  for (const step of path.slice(0, -1)) {
    if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, step)) return undefined;
    parent = (parent as Container)[step];
  }
  return typeof parent === 'object' && parent !== null ? (parent as Container) : undefined;
};

/** A copy without the fields at these paths; `value` itself if there are none. */
export const copyWithout = (value: unknown, paths: readonly Path[]): unknown => {
  if (paths.length === 0) return value;
  const copy: unknown = structuredClone(value);
  for (const path of paths) {
    const last = path.at(-1);
    const parent = parentOf(copy, path);
    if (parent !== undefined && last !== undefined) Reflect.deleteProperty(parent, last);
  }
  return copy;
};

/**
 * The input without empty values, which forms send for fields that nobody filled in. A body keeps the
 * ones that empty a text; in a query every empty value goes.
 */
export const withoutEmpty = (schema: ObjectSchema, value: unknown, source: 'query' | 'body'): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const empty = Object.entries(value).filter(([, item]) => item === '');
  if (empty.length === 0) return value;
  const kept = source === 'query' ? [] : emptiableFields(schema);
  return copyWithout(
    value,
    empty.filter(([name]) => !kept.includes(name)).map(([name]) => [name]),
  );
};

/** The form in which two spellings of an enumerated value are equal. */
const canonical = (text: string): string => text.toLowerCase().replaceAll('-', '_');

/** The values that may stand in place of a refused one. */
const validsOf = (schema: ObjectSchema, { path, type, context }: ValidationErrorItem): readonly unknown[] =>
  // joi names them where a list was all there is, also in schemas that contain themselves.
  type === 'any.only' ? (context?.['valids'] as unknown[]) : listedValues(schema, path);

const spellingOf = (given: string, valids: readonly unknown[]): string | undefined => {
  const meant = new Set(
    valids.filter((valid) => typeof valid === 'string' && canonical(valid) === canonical(given)),
  );
  const [only] = meant as Set<string>;
  return meant.size === 1 && only !== given ? only : undefined;
};

/**
 * The input with values of enumerations as the schema spells them, where only case and `-` or `_`
 * differ; `value` itself if there is nothing to mend.
 * @param details the faults that joi found in it
 */
export const withSpelling = (
  schema: ObjectSchema,
  value: unknown,
  details: readonly ValidationErrorItem[],
): unknown => {
  let copy: unknown;
  for (const detail of details) {
    const last = detail.path.at(-1);
    if (last === undefined) continue;
    const given = parentOf(value, detail.path)?.[last];
    const spelling = typeof given === 'string' ? spellingOf(given, validsOf(schema, detail)) : undefined;
    if (spelling === undefined) continue;
    copy ??= structuredClone(value);
    const parent = parentOf(copy, detail.path);
    if (parent !== undefined) parent[last] = spelling;
  }
  return copy ?? value;
};
