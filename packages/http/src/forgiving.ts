import type { Description, ObjectSchema, ValidationErrorItem } from 'joi';

/** The parts of joi's descriptions that are read here. */
interface Described extends Description {
  keys?: Record<string, Described>;
  items?: Described[];
  matches?: { schema?: Described; then?: Described; otherwise?: Described }[];
  allow?: unknown[];
}

const descriptions = new WeakMap<ObjectSchema, Described>();

/** joi's description of a schema, made once. */
const describe = (schema: ObjectSchema): Described => {
  const known = descriptions.get(schema) ?? schema.describe();
  descriptions.set(schema, known);
  return known;
};

/** A schema, followed by the alternatives that it consists of. */
const alternativesOf = (described: Described): Described[] => {
  const choices = (described.matches ?? []).flatMap(({ schema, then, otherwise }) => [
    schema,
    then,
    otherwise,
  ]);
  return [described, ...choices.filter((choice) => choice !== undefined).flatMap(alternativesOf)];
};

const below = (described: Described, step: string | number): Described[] => {
  const { keys = {}, items = [] } = described;
  if (typeof step === 'number') return items;
  return Object.hasOwn(keys, step) ? [keys[step]].filter((key) => key !== undefined) : [];
};

/** The texts that a schema lists as values of the field at `path`, in all of its alternatives. */
const listedValues = (schema: ObjectSchema, path: readonly (string | number)[]): string[] => {
  let found = alternativesOf(describe(schema));
  for (const step of path)
    found = found.flatMap((described) => below(described, step)).flatMap(alternativesOf);
  const values = found.flatMap(({ flags, allow = [] }) =>
    (flags as { only?: boolean } | undefined)?.only === true ? allow : [],
  );
  return values.filter((value) => typeof value === 'string');
};

/** The fields of a schema whose text may be emptied. */
const emptiableFields = (schema: ObjectSchema): string[] =>
  Object.entries(describe(schema).keys ?? {})
    .filter(([, { allow = [] }]) => allow.includes(''))
    .map(([name]) => name);

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
