import type { JsonSchema } from '../dialect.ts';
import type { ApiRouter, Endpoint, HttpMethod } from '../endpoint.ts';
import { methodsOf } from '../mount-router.ts';
import { completeOperation, operationIdOf, pascalCase } from './complete-operation.ts';
import { createFieldDocumenter } from './field-docs.ts';
import type { FieldDocs } from './field-docs.ts';
import { errorResponses, HEADER_PARAMETERS, HEADERS, parameterRef, successResponses } from './responses.ts';
import { createSchemaComponents, keysOf, metasOf, toJsonSchema } from './to-json-schema.ts';
import type { SchemaComponents } from './to-json-schema.ts';

const JSON_TYPE = 'application/json';

const exampleOf = ({ examples }: JsonSchema): unknown => (Array.isArray(examples) ? examples[0] : undefined);

/** Words that no generator can make a variable of, in one language or another. */
const RESERVED =
  /^(class|default|delete|export|from|function|global|import|in|interface|is|new|package|return|type|with)$/;

/** The name of a path's parameter in the document: `import` becomes `import_id`. */
const parameterName = (name: string): string => (RESERVED.test(name) ? `${name}_id` : name);

const pathParameters = (endpoint: Endpoint): unknown[] =>
  Object.entries(endpoint.params).map(([name, { schema, description, example }]) => ({
    name: parameterName(name),
    in: 'path',
    required: true,
    schema,
    description,
    ...(example === undefined ? {} : { example }),
  }));

/** A list in an address is its JSON, as in a form. */
const asText = (schema: JsonSchema): JsonSchema => ({
  type: 'string',
  contentMediaType: JSON_TYPE,
  contentSchema: schema,
});

const queryParameters = (endpoint: Endpoint, components: SchemaComponents): unknown[] => {
  if (!endpoint.query) return [];
  const { schema } = toJsonSchema(endpoint.query, components, true);
  const required = (schema['required'] ?? []) as string[];
  const keys = keysOf(endpoint.query);
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(
    ([name, property]) => {
      const { description, examples: _examples, ...rest } = property;
      const key = keys.get(name);
      const isList = key !== undefined && metasOf(key).some(({ isTextInForms }) => isTextInForms);
      const example = exampleOf(property);
      return {
        name,
        in: 'query',
        required: required.includes(name),
        schema: isList ? asText(rest) : rest,
        ...(description === undefined ? {} : { description }),
        ...(example === undefined ? {} : { example }),
      };
    },
  );
};

const headerParameters = (endpoint: Endpoint, method: HttpMethod): unknown[] => [
  parameterRef('Prefer'),
  ...(method === 'POST' && endpoint.idempotent !== false ? [parameterRef('IdempotencyKey')] : []),
  ...(endpoint.versioned && !endpoint.live && method === 'GET' ? [parameterRef('IfNoneMatch')] : []),
  ...(endpoint.conditional ? [parameterRef('IfMatch')] : []),
];

/** A form has texts and numbers only. */
const fitsForm = (schema: JsonSchema): boolean =>
  Object.values((schema['properties'] ?? {}) as Record<string, JsonSchema>).every(
    ({ type }) => type !== 'object' && type !== 'array',
  );

/** The body that the examples of its fields make; undefined while a required one has none. */
const exampleBody = (schema: JsonSchema): unknown => {
  const required = (schema['required'] ?? []) as string[];
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
    .map(([name, property]) => [name, exampleOf(property)] as const)
    .filter(([, example]) => example !== undefined);
  const names = fields.map(([name]) => name);
  return fields.length > 0 && required.every((name) => names.includes(name))
    ? Object.fromEntries(fields)
    : undefined;
};

const requestBody = (
  endpoint: Endpoint,
  { dialect }: ApiRouter,
  id: string,
  components: SchemaComponents,
): Record<string, unknown> => {
  if (!endpoint.body) return {};
  const { schema, component } = toJsonSchema(endpoint.body, components, true);
  const example = exampleOf(schema) ?? exampleBody(schema);
  const media = {
    schema: components.refer(component ?? `${pascalCase(id)}Body`, schema),
    ...(example === undefined ? {} : { example }),
  };
  const types = dialect.bodyTypes.filter((type) => type === JSON_TYPE || fitsForm(schema));
  // JSON first: generators take the first one.
  const ordered = types.toSorted((a, b) => Number(b === JSON_TYPE) - Number(a === JSON_TYPE));
  const isRequired = ((schema['required'] ?? []) as string[]).length > 0;
  return {
    requestBody: { required: isRequired, content: Object.fromEntries(ordered.map((type) => [type, media])) },
  };
};

/** An endpoint's operation for one of its methods. */
const operationOf = (
  endpoint: Endpoint,
  router: ApiRouter,
  method: HttpMethod,
  components: SchemaComponents,
  refusals: Map<string, unknown>,
): unknown => {
  const { dialect, tag } = router;
  const operationId = operationIdOf(endpoint, method);
  return {
    operationId,
    tags: [tag],
    summary: endpoint.summary,
    ...(endpoint.deprecated === undefined ? {} : { deprecated: true }),
    description: `${endpoint.description ?? `${endpoint.summary}.`}\n\nNeeds the scope \`${endpoint.scope}\`.`,
    security: [{ key: [endpoint.scope] }],
    'x-scope': endpoint.scope,
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(endpoint, components),
      ...headerParameters(endpoint, method),
    ],
    ...requestBody(endpoint, router, operationId, components),
    responses: {
      ...errorResponses(endpoint, dialect, method, refusals),
      ...successResponses(endpoint, dialect, method, components),
    },
  };
};

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
  /** Descriptions for fields whose schema has none. */
  fields?: FieldDocs;
}): OpenApiDocument => {
  const { title, description, routers, fields = {} } = options;
  const documenter = createFieldDocumenter(fields);
  const components = createSchemaComponents();
  const refusals = new Map<string, unknown>();
  const paths: OpenApiDocument['paths'] = {};
  for (const { dialect } of routers)
    for (const [name, schema] of Object.entries(dialect.components)) components.add(name, schema);
  for (const router of routers)
    for (const item of router.endpoints)
      for (const method of methodsOf(item)) {
        const path = `${router.dialect.prefix}${item.path}`.replace(
          /:(\w+)/g,
          (_, name: string) => `{${parameterName(name)}}`,
        );
        (paths[path] ??= {})[method.toLowerCase()] = operationOf(item, router, method, components, refusals);
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
      responses: Object.fromEntries([...refusals].sort(([a], [b]) => (a < b ? -1 : 1))),
      schemas,
    },
  };
};
