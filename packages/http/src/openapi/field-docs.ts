import { isDeepStrictEqual } from 'node:util';

import type { JsonSchema } from '../dialect.ts';

const NUMBERED_PAGES: FieldDocs = {
  page: ['The page of the list, from 1', 1],
  per_page: ['Records per page', 10],
  sort: ['`asc`: smallest, oldest or A first; `desc`: the other way round', 'desc'],
  sort_by: ['What the list is sorted by', 'id'],
  search: ['Lists only records that contain this text; case is ignored', 'example'],
  search_by: ['The field that is searched'],
  links: ['Addresses of other pages of the list, below the host'],
  first: ['The first page', '/api/v1/websites?page=1'],
  last: ['The last page', '/api/v1/websites?page=3'],
  prev: ['The previous page; null on the first one', '/api/v1/websites?page=1'],
  next: ['The next page; null on the last one', '/api/v1/websites?page=3'],
  'PageMeta.current_page': ['The number of this page, from 1', 2],
  'PageMeta.from': ['Position in the whole list of the first record on this page; null if it is empty', 11],
  'PageMeta.last_page': ['How many pages there are', 3],
  'PageMeta.path': ['The address of the list, without its query', '/api/v1/websites'],
  'PageMeta.per_page': ['Records per page', 10],
  'PageMeta.to': ['Position in the whole list of the last record on this page; null if it is empty', 20],
  'PageMeta.total': ['Records on all pages', 23],
};

const CURSORS: FieldDocs = {
  items: ['The records'],
  limit: ['The most records in an answer', 20],
  cursor: ['`next_cursor` of the previous answer; the list continues there', 'eyJpZCI6…'],
  next_cursor: ['What `cursor` must be for the next records; absent when there are no more', 'eyJpZCI6…'],
};

/** Fields that mean the same in every area. */
const COMMON_FIELDS: FieldDocs = {
  ...NUMBERED_PAGES,
  ...CURSORS,
  id: ['Identifies the record', 7],
  data: ['The result'],
  meta: ['About the answer'],
  status: ['The status code of the answer', 200],
  created_at: ['When the record was created'],
  updated_at: ['When the record was last changed'],
  expires_at: ['When it ends; null: never'],
  last_used_at: ['When it was last used; null: never'],
  name: ['A name that people recognise', 'Spring campaign'],
  description: ['What it is for, in your own words', 'For the shop'],
  url: ['Address', 'https://shop.example/pricing'],
  from: ['The first day, in the time zone of the website', '2026-11-01'],
  to: ['The last day, in the time zone of the website', '2026-11-21'],
  title: ['Title', 'Pricing'],
  type: ['Type', 'page'],
  total: ['How many there are', 3],
  'Deleted.id': ['Id of what was deleted', 7],
  'data.deleted': ['Always true'],
  'data.id': ['Id of what was deleted', 'pal_01h455vb4pex5vsknk084sn02q'],
  'data.object': ['What it was', 'palette'],
  deleted: ['Always true'],
  object: ['What it was', 'website'],
  ignored: ["Fields of the request that don't exist and were ignored; absent if there were none", ['foo']],
  error: ['What went wrong; null if nothing did'],
  code: ['Stable and machine-readable; docs/errors.md lists all codes', 'invalid_parameter'],
  message: ['What is wrong, in English', 'count must be at most 20'],
  details: ['The refused fields; empty for other errors'],
  'details.field': ['The refused field', 'count'],
  'details.message': ['What is wrong with it', 'must be at most 20'],
  errors: [
    'What is wrong with each refused field; with status 422 only',
    { domain: ['The domain is taken.'] },
  ],
  request_id: ['Identifies the request in our logs', '6f1c0b52-5a4e-4b0c-9d3c-0e6f1a2b3c4d'],
  'Problem.status': ['The status code of the answer', 422],
  'EnvelopeProblem.data': ['Always null'],
  timestamp: ['When the answer was sent'],
  password: ['Password of the page; only with privacy 2', 'correct horse battery'],
  has_password: ['Whether the page has a password'],
  privacy: ['Who sees the page: 0 everybody, 1 nobody but you, 2 anyone with the password'],
  expires_in: ['Lifetime in seconds', 604_800],
};

/**
 * Descriptions and examples of fields, by the end of their path: `created_at` is every field of
 * that name, `steps.name` each one within `steps`, `Palette.colors.name` a single one. The longest
 * end wins. A field gets the first example that has its type. A joi schema's own descriptions and
 * examples take precedence.
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

/**
 * Finds descriptions by the end of a field's path; the longest end wins. In the joi schemas they would
 * double their length and explain `created_at` forty times.
 * @param docs a service's own; fields that mean the same everywhere are covered already
 */
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
