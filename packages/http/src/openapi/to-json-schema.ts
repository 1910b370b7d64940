import type { Description, Schema } from 'joi';

import type { JsonSchema } from '../dialect.ts';
import type { SchemaComponents } from './schema-components.ts';

/** The parts of joi's descriptions that its JSON Schemas leave out. */
interface Described extends Description {
  keys?: Record<string, Described>;
  items?: Described[];
  matches?: { schema?: Described }[];
  examples?: unknown[];
  metas?: { component?: string; default?: unknown }[];
  rules?: { name: string; args?: { regex?: string; options?: { invert?: boolean } } }[];
}

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

interface Flags {
  presence?: string;
  unknown?: boolean;
  id?: string;
}

const flagsOf = ({ flags = {} }: Described): Flags => flags;

/** A description has the text of a literal: `/^[a-z]$/u`. */
const sourceOf = (literal = ''): string => /^\/(.*)\/[a-z]*$/s.exec(literal)?.[1] ?? '';

/**
 * The patterns of a text. joi's converter writes inverted ones as if they weren't; they are left
 * out, as validators differ in what they make of `not` with a pattern that needs Unicode.
 */
const withPatterns = (node: Node, { rules = [] }: Described): Node => {
  const patterns = rules
    .filter(({ name, args }) => name === 'pattern' && args?.options?.invert !== true)
    .map(({ args }) => ({ pattern: sourceOf(args?.regex) }));
  if (!rules.some(({ name }) => name === 'pattern')) return node;
  const { pattern: _pattern, allOf: _allOf, ...rest } = node;
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
const componentOf = (described: Described): string | undefined => {
  const named = described.metas?.find(({ component }) => component !== undefined)?.component;
  const { id } = flagsOf(described);
  return named ?? (id === undefined ? undefined : capitalised(id));
};

/**
 * joi refers to schemas that contain themselves by an id below `$defs`, which only a root may have.
 */
const withComponentRefs = (node: Node): Node => {
  const id = /^#\/\$defs\/(.+)$/.exec(typeof node['$ref'] === 'string' ? node['$ref'] : '')?.[1];
  return id === undefined ? node : { ...node, $ref: `#/components/schemas/${capitalised(id)}` };
};

/** Adds what joi's JSON Schema leaves out: examples, open objects, and names of components. */
const enrich = (json: Node, described: Described, components: SchemaComponents, isRoot: boolean): Node => {
  const node = withPatterns({ ...json }, described);
  if (described.examples !== undefined) node['examples'] = described.examples;
  // For what the service fills in later than joi would.
  const usual = described.metas?.find((meta) => 'default' in meta);
  if (usual) node['default'] = usual.default;
  if (described.type === 'object' && flagsOf(described).unknown === true) node['additionalProperties'] = true;
  if (isNode(node['properties']))
    node['properties'] = Object.fromEntries(
      Object.entries(node['properties']).flatMap(([name, property]) => {
        const key = described.keys?.[name];
        if (key === undefined || !isNode(property)) return [[name, property]];
        if (flagsOf(key).presence === 'forbidden') return [];
        return [[name, enrich(property, key, components, false)]];
      }),
    );
  const [item] = described.items ?? [];
  if (item !== undefined && described.items?.length === 1 && isNode(node['items']))
    node['items'] = enrich(node['items'], item, components, false);
  const choices = (described.matches ?? []).map(({ schema }) => schema);
  if (Array.isArray(node['anyOf']) && node['anyOf'].length === choices.length)
    node['anyOf'] = (node['anyOf'] as unknown[]).map((choice, index) => {
      const known = choices[index];
      return known === undefined || !isNode(choice) ? choice : enrich(choice, known, components, false);
    });
  const name = isRoot ? undefined : componentOf(described);
  return name === undefined ? node : components.refer(name, node);
};

/**
 * What a schema accepts, as JSON Schema (draft 2020-12) for OpenAPI 3.1. Parts with a name, given by
 * `.meta({ component: 'Color' })`, become components and are referred to.
 * @param isRequest true for bodies and parameters, whose unknown fields are ignored
 */
export const toJsonSchema = (
  schema: Schema,
  components: SchemaComponents,
  isRequest: boolean,
): { schema: JsonSchema; component: string | undefined } => {
  const described = schema.describe() as Described;
  const json = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as Node;
  const prepared = mapNode(json, (node) =>
    withComponentRefs(withNamedValues(withNullInEnum(isRequest ? withoutClosing(node) : node))),
  ) as Node;
  const { $defs = {}, ...root } = prepared;
  for (const [id, definition] of Object.entries($defs as Record<string, Node>))
    components.add(capitalised(id), definition);
  const converted = enrich(root, described, components, true);
  return { schema: converted, component: componentOf(described) };
};
