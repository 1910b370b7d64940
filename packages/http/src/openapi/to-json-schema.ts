import { isDeepStrictEqual } from 'node:util';

import type { Description, Schema } from 'joi';

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
const examplesOf = (schema: Schema): readonly unknown[] | undefined => {
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

/**
 * A description has the text of a literal: `/^[a-z]$/u`.
 * @throws Error for a pattern that ignores case, which JSON Schema can't say
 */
const sourceOf = (literal = ''): string => {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(literal) ?? [];
  if (flags.includes('i')) throw new Error(`${literal} ignores case: name the letters of both cases`);
  return source;
};

/** The patterns of a text. */
const patternsOf = (schema: Schema): { source: string; isInverted: boolean }[] => {
  const { rules = [] } = schema.describe() as Description & { rules?: Rule[] };
  return rules
    .filter(({ name }) => name === 'pattern')
    .map(({ args }) => ({ source: sourceOf(args?.regex), isInverted: args?.options?.invert === true }));
};

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** joi writes an `enum` without the null that it allows; JSON Schema wants it in `enum`, too. */
const withNullInEnum = (node: Node): Node => {
  const { type, enum: values } = node;
  const isNullable = Array.isArray(type) && type.includes('null');
  return isNullable && Array.isArray(values) && !values.includes(null)
    ? { ...node, enum: [...(values as unknown[]), null] }
    : node;
};

/** joi calls numbers that `.valid()` lists `number`, even where each of them is an integer. */
const withIntegerEnum = (node: Node): Node => {
  const { type, enum: values } = node;
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  const isInteger = Array.isArray(values) && values.every((item) => item === null || Number.isInteger(item));
  if (!isInteger || !types.includes('number')) return node;
  const integers = types.map((item) => (item === 'number' ? 'integer' : item));
  return { ...node, type: Array.isArray(type) ? integers : 'integer' };
};

/**
 * Returns the patterns of a text. joi's converter writes inverted ones as if they weren't; they are left
 * out, as validators differ in how they read `not` with a pattern that needs Unicode.
 */
const withPatterns = (node: Node, schema: Schema): Node => {
  const { pattern, allOf, ...rest } = node;
  if (pattern === undefined && allOf === undefined) return node;
  const rules = patternsOf(schema);
  if (rules.length === 0) return node;
  const patterns = rules.filter(({ isInverted }) => !isInverted).map(({ source }) => ({ pattern: source }));
  return patterns.length <= 1 ? { ...rest, ...patterns[0] } : { ...rest, allOf: patterns };
};

const mapNode = (value: unknown, map: (node: Node) => Node): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapNode(item, map));
  if (!isNode(value)) return value;
  const mapped = map(value);
  return Object.fromEntries(
    Object.entries(mapped).map(([key, item]) => [key, key === 'enum' ? item : mapNode(item, map)]),
  );
};

/** Unknown fields of requests are ignored, so no schema of a request may forbid them. */
const withoutClosing = (node: Node): Node => {
  const open = { ...node };
  if (open['additionalProperties'] === false) delete open['additionalProperties'];
  return open;
};

/**
 * Objects whose fields may have any name, as `additionalProperties`: generators know that keyword,
 * and few know `patternProperties`, which joi writes.
 */
const withNamedValues = (node: Node): Node => {
  const { patternProperties, additionalProperties, ...rest } = node;
  const [[pattern, values] = [], ...others] = Object.entries((patternProperties ?? {}) as Node);
  if (pattern === undefined || others.length > 0 || node['properties'] !== undefined) return node;
  const names = pattern === '.*' ? {} : { propertyNames: { pattern } };
  return { ...rest, ...names, additionalProperties: values };
};

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The name that `.meta({ component })` gives a schema, or the id by which it contains itself. */
const componentOf = (schema: Schema): string | undefined => {
  const named = metasOf(schema).find(({ component }) => component !== undefined)?.component;
  const id = flagOf(schema, 'id');
  return named ?? (typeof id === 'string' ? capitalised(id) : undefined);
};

/**
 * joi refers to schemas that contain themselves by an id below `$defs`, which only a root may have.
 */
const withComponentRefs = (node: Node): Node => {
  const id = /^#\/\$defs\/(.+)$/.exec(typeof node['$ref'] === 'string' ? node['$ref'] : '')?.[1];
  return id === undefined ? node : { ...node, $ref: `#/components/schemas/${capitalised(id)}` };
};

/** Adds the parts that joi's JSON Schema leaves out: examples, open objects, and names of components. */
const enrich = (json: Node, of: Schema, components: SchemaComponents, isRoot: boolean): Node => {
  const node = withPatterns({ ...json }, of);
  const examples = examplesOf(of);
  if (examples !== undefined) node['examples'] = examples;
  // For what the service fills in later than joi would.
  const usual = metasOf(of).find((meta) => 'default' in meta);
  if (usual) node['default'] = usual.default;
  if (of.type === 'object' && flagOf(of, 'unknown') === true) node['additionalProperties'] = true;
  if (isNode(node['properties'])) {
    const keys = keysOf(of);
    node['properties'] = Object.fromEntries(
      Object.entries(node['properties']).flatMap(([name, property]) => {
        const key = keys.get(name);
        if (key === undefined || !isNode(property)) return [[name, property]];
        if (flagOf(key, 'presence') === 'forbidden') return [];
        return [[name, enrich(property, key, components, false)]];
      }),
    );
  }
  const items = itemsOf(of);
  if (items[0] !== undefined && items.length === 1 && isNode(node['items']))
    node['items'] = enrich(node['items'], items[0], components, false);
  const choices = choicesOf(of);
  if (Array.isArray(node['anyOf']) && node['anyOf'].length === choices.length)
    node['anyOf'] = (node['anyOf'] as unknown[]).map((choice, index) => {
      const known = choices[index];
      return known === undefined || !isNode(choice) ? choice : enrich(choice, known, components, false);
    });
  const name = isRoot ? undefined : componentOf(of);
  return name === undefined ? node : components.refer(name, node);
};

/**
 * Converts a schema to JSON Schema (draft 2020-12) for OpenAPI 3.1. Parts with a name, given by
 * `.meta({ component: 'Color' })`, become components and are referenced.
 * @param isRequest true for bodies and parameters, whose unknown fields are ignored
 */
export const toJsonSchema = (
  schema: Schema,
  components: SchemaComponents,
  isRequest: boolean,
): { schema: JsonSchema; component: string | undefined } => {
  const json = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as Node;
  const prepared = mapNode(json, (node) =>
    withComponentRefs(
      withNamedValues(withIntegerEnum(withNullInEnum(isRequest ? withoutClosing(node) : node))),
    ),
  ) as Node;
  const { $defs = {}, ...root } = prepared;
  for (const [id, definition] of Object.entries($defs as Record<string, Node>))
    components.add(capitalised(id), definition);
  const converted = enrich(root, schema, components, true);
  return { schema: converted, component: componentOf(schema) };
};
