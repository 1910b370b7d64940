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
