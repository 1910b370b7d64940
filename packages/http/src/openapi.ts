import type { Schema } from 'joi';

import type { Dialect, JsonSchema } from './dialect.ts';
import type { ApiRouter, Endpoint, ResponseDoc } from './endpoint.ts';
import { IDEMPOTENCY_HEADER } from './idempotency.ts';
import { methodsOf } from './mount-router.ts';

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, unknown>;
}

/** Status codes of refusals that each endpoint may answer, whatever it does. */
const COMMON_KINDS = ['unauthenticated', 'forbidden', 'rate_limited', 'internal', 'unavailable'] as const;

/** joi writes an `enum` without the null that it allows; JSON Schema wants it in both, `type` and `enum`. */
const withNullInEnums = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withNullInEnums);
  if (typeof value !== 'object' || value === null) return value;
  const node: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'enum' ? (item as unknown) : withNullInEnums(item),
    ]),
  );
  const { type, enum: values } = node;
  const isNullable = Array.isArray(type) && type.includes('null');
  return isNullable && Array.isArray(values) && !values.includes(null)
    ? { ...node, enum: [...(values as unknown[]), null] }
    : node;
};

/** joi's own JSON Schema of what a schema accepts. */
export const toJsonSchema = (schema: Schema): JsonSchema => {
  const convert = schema['~standard'].jsonSchema.input;
  return withNullInEnums(convert({ target: 'draft-2020-12' })) as JsonSchema;
};

const errorRef = (dialect: Dialect): JsonSchema => ({ $ref: `#/components/schemas/${dialect.name}-error` });

const errorResponses = (endpoint: Endpoint, dialect: Dialect): Record<string, unknown> => {
  const kinds = [
    ...COMMON_KINDS,
    'bad_request' as const,
    // A body or a filter may name another record.
    ...(endpoint.path.includes(':') || endpoint.body || endpoint.query ? (['not_found'] as const) : []),
    ...(endpoint.body
      ? (['invalid', 'payload_too_large', 'unsupported_media_type', 'conflict'] as const)
      : []),
    ...(endpoint.query ? (['invalid'] as const) : []),
  ];
  const statuses = [...new Set(kinds.map((kind) => dialect.statusOf(kind)))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { description: 'Refused', content: { 'application/json': { schema: errorRef(dialect) } } },
    ]),
  );
};

const responseOf = (doc: ResponseDoc, dialect: Dialect): unknown => {
  const json = doc.data ?? doc.kind;
  const schema = dialect.wrapSchema(doc.kind ?? 'one', doc.data ? toJsonSchema(doc.data) : {});
  const files = Object.fromEntries((doc.mediaTypes ?? []).map((type) => [type, {}]));
  return {
    description: doc.description,
    content: { ...(json === undefined ? {} : { 'application/json': { schema } }), ...files },
  };
};

const queryParameters = (endpoint: Endpoint): unknown[] => {
  if (!endpoint.query) return [];
  const schema = toJsonSchema(endpoint.query);
  const required = (schema['required'] ?? []) as string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(
    ([name, property]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema: property,
      ...(typeof property['description'] === 'string' ? { description: property['description'] } : {}),
    }),
  );
};

const headerParameters = (endpoint: Endpoint): unknown[] =>
  endpoint.idempotency === undefined
    ? []
    : [
        {
          name: IDEMPOTENCY_HEADER,
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 255 },
          description:
            'Makes a repetition safe: within 24 hours the same key with the same body gives the first answer again.',
        },
      ];

const operation = (endpoint: Endpoint, { dialect, tag }: ApiRouter, method: string): unknown => ({
  operationId: `${method}${endpoint.path.replace(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  tags: [tag],
  summary: endpoint.summary,
  ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
  security: [{ key: [endpoint.scope] }],
  'x-scope': endpoint.scope,
  parameters: [
    ...Object.entries(endpoint.params).map(([name, { schema }]) => ({
      name,
      in: 'path',
      required: true,
      schema,
    })),
    ...queryParameters(endpoint),
    ...headerParameters(endpoint),
  ],
  ...(endpoint.body
    ? {
        requestBody: {
          required: true,
          content: Object.fromEntries(
            dialect.bodyTypes.map((type) => [type, { schema: toJsonSchema(endpoint.body as Schema) }]),
          ),
        },
      }
    : {}),
  responses: {
    ...errorResponses(endpoint, dialect),
    ...Object.fromEntries(
      Object.entries(endpoint.responses).map(([status, doc]) => [status, responseOf(doc, dialect)]),
    ),
  },
});

/** Describes routers as OpenAPI 3.1, from the same schemas that validate their requests. */
export const createOpenApi = (options: {
  title: string;
  description: string;
  routers: readonly ApiRouter[];
}): OpenApiDocument => {
  const paths: OpenApiDocument['paths'] = {};
  for (const router of options.routers)
    for (const item of router.endpoints)
      for (const method of methodsOf(item)) {
        const path = `${router.dialect.prefix}${item.path}`.replace(/:(\w+)/g, '{$1}');
        (paths[path] ??= {})[method.toLowerCase()] = operation(item, router, method.toLowerCase());
      }
  const dialects = new Map(options.routers.map(({ dialect }) => [dialect.name, dialect]));
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: '1', description: options.description },
    tags: [...new Set(options.routers.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer dak_…`' },
      },
      schemas: Object.fromEntries(
        [...dialects.values()].map((dialect) => [`${dialect.name}-error`, dialect.errorSchema]),
      ),
    },
  };
};
