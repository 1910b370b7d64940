import { isDeepStrictEqual } from 'node:util';

import type { JsonSchema } from '../dialect.ts';
import { COMMON_FIELDS } from './common-fields.ts';

/**
 * What fields mean, and examples of them, by the end of their path: `created_at` is every field of
 * that name, `steps.name` each one within `steps`, `Palette.colors.name` a single one. The longest
 * end wins. Of several examples a field gets the first one of its type. What a joi schema says
 * itself comes before all of this.
 */
export type FieldDocs = Readonly<Record<string, readonly [about: string, ...examples: unknown[]]>>;

type Schema = Record<string, unknown>;

const EXAMPLE_TIME = '2026-11-22T09:30:00.000Z';

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

const takes = (schema: Schema, value: unknown): boolean => {
  const { type, enum: values, anyOf } = schema;
  if (Array.isArray(values)) return values.some((item) => isDeepStrictEqual(item, value));
  if (Array.isArray(anyOf)) return anyOf.some((choice) => isSchema(choice) && takes(choice, value));
  if (type === undefined) return schema['$ref'] === undefined;
  const types = Array.isArray(type) ? type : [type];
  const own = typeOf(value);
  return types.includes(own) || (own === 'integer' && types.includes('number'));
};

/** The example that follows from what a schema allows. */
const impliedExample = (schema: Schema): unknown => {
  const { const: only, default: usual, enum: values, type, format } = schema;
  if (only !== undefined) return only;
  if (usual !== undefined && usual !== null) return usual;
  if (Array.isArray(values)) return (values as unknown[]).find((value) => value !== null);
  if (format === 'date-time') return EXAMPLE_TIME;
  return type === 'boolean' || (Array.isArray(type) && type.includes('boolean')) ? true : undefined;
};

/** Fills in descriptions and examples that the schemas themselves leave out. */
export interface FieldDocumenter {
  /** A schema with all of its fields, at this path. */
  schema(schema: JsonSchema, path: readonly string[]): JsonSchema;
  /** A single field or parameter. */
  field(schema: JsonSchema, path: readonly string[]): JsonSchema;
}

/** @param docs a service's own; what means the same everywhere is known already */
export const createFieldDocumenter = (docs: FieldDocs): FieldDocumenter => {
  const find = (path: readonly string[]): FieldDocs[string] | undefined => {
    for (let from = 0; from < path.length; from += 1) {
      const end = path.slice(from).join('.');
      for (const table of [docs, COMMON_FIELDS]) if (Object.hasOwn(table, end)) return table[end];
    }
    return undefined;
  };

  const mapSchemas = (value: unknown, path: readonly string[]): unknown =>
    Array.isArray(value)
      ? value.map((item) => (isSchema(item) ? schema(item, path) : (item as unknown)))
      : value;

  const schema = (given: JsonSchema, path: readonly string[]): JsonSchema => {
    const full: Schema = { ...given };
    for (const name of ['anyOf', 'oneOf', 'allOf'])
      if (full[name] !== undefined) full[name] = mapSchemas(full[name], path);
    for (const name of ['items', 'additionalProperties'])
      if (isSchema(full[name])) full[name] = schema(full[name], path);
    if (isSchema(full['properties']))
      full['properties'] = Object.fromEntries(
        Object.entries(full['properties']).map(([name, property]) => [
          name,
          field(property as JsonSchema, [...path, name]),
        ]),
      );
    return full;
  };

  const field = (given: JsonSchema, path: readonly string[]): JsonSchema => {
    const full: Schema = schema(given, path);
    const [about, ...examples] = find(path) ?? [];
    if (full['description'] === undefined && about !== undefined) full['description'] = about;
    if (full['examples'] !== undefined || full['$ref'] !== undefined) return full;
    const example = examples.find((value) => takes(full, value)) ?? impliedExample(full);
    if (example !== undefined) full['examples'] = [example];
    return full;
  };

  return { schema, field };
};
