import type { Description, Schema } from 'joi';

/*
 * What a schema is made of, read from the schema itself. `describe()` tells the same, but joi checks
 * each description against a schema of descriptions, at each level anew, which took a fifth of the
 * time in which a service starts.
 */

interface Meta {
  component?: string;
  default?: unknown;
  isTextInForms?: boolean;
}

/** What joi keeps of a schema: null, or nothing at all, for what was never given. */
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

/** What `.meta()` was given. */
export const metasOf = (schema: Schema): readonly Meta[] => termsOf(schema).metas ?? [];

/** What `.example()` was given; undefined without. */
export const examplesOf = (schema: Schema): readonly unknown[] | undefined => {
  const examples = termsOf(schema).examples ?? [];
  return examples.length === 0 ? undefined : examples;
};

/** The fields of an object. */
export const keysOf = (schema: Schema): ReadonlyMap<string, Schema> =>
  new Map((termsOf(schema).keys ?? []).map((item) => [item.key, item.schema]));

/** What the items of an array may be. */
export const itemsOf = (schema: Schema): readonly Schema[] => termsOf(schema).items ?? [];

/** The schemas that alternatives consist of; undefined for those that depend on another field. */
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
