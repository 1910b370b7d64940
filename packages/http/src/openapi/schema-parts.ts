import type { Description, Schema } from 'joi';
import { isDeepStrictEqual } from 'node:util';
import { schemaRef } from '../dialect.ts';
import type { JsonSchema } from '../dialect.ts';

/** The named schemas of a document. */
export interface SchemaComponents {
  /** Names a schema. The first schema of a name keeps it. */
  add(name: string, schema: JsonSchema): void;
  /** A reference to a named schema; the schema itself where another one has that name. */
  refer(name: string, schema: JsonSchema): Record<string, unknown>;
  all(): Record<string, JsonSchema>;
}

/** A reference has no null in it, so the named schema hasn't either. */
const splitNull = (schema: JsonSchema): { named: JsonSchema; isNullable: boolean } => {
  const { type } = schema;
  if (!Array.isArray(type) || !type.includes('null')) return { named: schema, isNullable: false };
  const types = (type as string[]).filter((item) => item !== 'null');
  return { named: { ...schema, type: types.length === 1 ? types[0] : types }, isNullable: true };
};

/** Collects the named schemas of a document while it is made. */
export const createSchemaComponents = (): SchemaComponents => {
  const schemas = new Map<string, JsonSchema>();
  const add = (name: string, schema: JsonSchema): void => {
    if (!schemas.has(name)) schemas.set(name, schema);
  };
  return {
    add,
    refer: (name, schema) => {
      const { description, ...rest } = schema;
      const { named, isNullable } = splitNull(rest);
      add(name, named);
      if (!isDeepStrictEqual(schemas.get(name), named)) return schema;
      // The description is the field's, not the component's.
      const own = description === undefined ? {} : { description };
      const ref = schemaRef(name);
      return isNullable ? { anyOf: [ref, { type: 'null' }], ...own } : { ...ref, ...own };
    },
    all: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};

/*
 * Reads the parts of a schema from the schema itself. `describe()` says the same, but joi checks
 * each description against a schema of descriptions, at each level anew, which took a fifth of a
 * service's startup time.
 */

interface Meta {
  component?: string;
  default?: unknown;
  isTextInForms?: boolean;
}

/** Terms that joi keeps of a schema: null, or missing, for what was never given. */
interface Terms {
  metas?: readonly Meta[];
  examples?: readonly unknown[] | null;
  keys?: readonly { key: string; schema: Schema }[] | null;
  items?: readonly Schema[];
  matches?: readonly { schema?: Schema }[];
}

const termsOf = ({ $_terms: terms }: Schema): Terms => terms;

/** A flag such as `presence` or `unknown`; undefined when it isn't set. */
export const flagOf = (schema: Schema, name: string): unknown => schema.$_getFlag(name);

/** True for an object with named fields (`{}` has none of them), with patterns, and so on. */
export const hasTerms = (schema: Schema, name: 'keys' | 'patterns' | 'renames' | 'whens'): boolean => {
  const terms: unknown = schema.$_terms[name];
  return terms !== null && terms !== undefined;
};

/** The most items of an array, or fields of an object; undefined without a limit. */
export const limitOf = (schema: Schema): number | undefined => {
  const { limit } = (schema.$_getRule('max') ?? schema.$_getRule('length'))?.args ?? {};
  return typeof limit === 'number' ? limit : undefined;
};

/** Returns the arguments of `.meta()`. */
export const metasOf = (schema: Schema): readonly Meta[] => termsOf(schema).metas ?? [];

/** Returns the arguments of `.example()`; undefined if there are none. */
export const examplesOf = (schema: Schema): readonly unknown[] | undefined => {
  const examples = termsOf(schema).examples ?? [];
  return examples.length === 0 ? undefined : examples;
};

/** The fields of an object. */
export const keysOf = (schema: Schema): ReadonlyMap<string, Schema> =>
  new Map((termsOf(schema).keys ?? []).map((item) => [item.key, item.schema]));

/** Returns the schemas for the items of an array. */
export const itemsOf = (schema: Schema): readonly Schema[] => termsOf(schema).items ?? [];

/** Returns the schemas of alternatives; undefined for those that depend on another field. */
export const choicesOf = (schema: Schema): readonly (Schema | undefined)[] =>
  (termsOf(schema).matches ?? []).map((match) => match.schema);

interface Rule {
  name: string;
  args?: { regex?: string; options?: { invert?: boolean } };
}

/** A description has the text of a literal: `/^[a-z]$/u`. */
const sourceOf = (literal = ''): string => /^\/(.*)\/[a-z]*$/s.exec(literal)?.[1] ?? '';

/** The patterns of a text. */
export const patternsOf = (schema: Schema): { source: string; isInverted: boolean }[] => {
  const { rules = [] } = schema.describe() as Description & { rules?: Rule[] };
  return rules
    .filter(({ name }) => name === 'pattern')
    .map(({ args }) => ({ source: sourceOf(args?.regex), isInverted: args?.options?.invert === true }));
};
