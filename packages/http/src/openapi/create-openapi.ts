import type { ApiRouter } from '../endpoint.ts';
import { methodsOf } from '../mount-router.ts';
import { HEADER_PARAMETERS, HEADERS } from './headers.ts';
import { operationOf } from './operation.ts';
import { completeOperation } from './complete-operation.ts';
import { createFieldDocumenter } from './field-docs.ts';
import type { FieldDocs } from './field-docs.ts';
import { createSchemaComponents } from './schema-components.ts';

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, unknown>;
}

const tagsOf = (routers: readonly ApiRouter[]): OpenApiDocument['tags'] => {
  const tags = new Map<string, string | undefined>();
  for (const { tag, tagDescription } of routers) tags.set(tag, tags.get(tag) ?? tagDescription);
  return [...tags].map(([name, description]) =>
    description === undefined ? { name } : { name, description },
  );
};

/** Describes routers as OpenAPI 3.1, from the same schemas that validate their requests. */
export const createOpenApi = (options: {
  title: string;
  description: string;
  routers: readonly ApiRouter[];
  /** What the fields mean whose schemas don't say so. */
  fields?: FieldDocs;
}): OpenApiDocument => {
  const { title, description, routers, fields = {} } = options;
  const documenter = createFieldDocumenter(fields);
  const components = createSchemaComponents();
  const paths: OpenApiDocument['paths'] = {};
  for (const { dialect } of routers)
    for (const [name, schema] of Object.entries(dialect.components)) components.add(name, schema);
  for (const router of routers)
    for (const item of router.endpoints)
      for (const method of methodsOf(item)) {
        const path = `${router.dialect.prefix}${item.path}`.replace(/:(\w+)/g, '{$1}');
        (paths[path] ??= {})[method.toLowerCase()] = operationOf(item, router, method, components);
      }
  const schemas = Object.fromEntries(
    Object.entries(components.all()).map(([name, schema]) => [name, documenter.schema(schema, [name])]),
  );
  for (const item of Object.values(paths))
    for (const [method, operation] of Object.entries(item))
      item[method] = completeOperation(operation, documenter, schemas);
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description },
    tags: tagsOf(routers),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer dak_…`' },
      },
      headers: HEADERS,
      parameters: HEADER_PARAMETERS,
      schemas,
    },
  };
};
