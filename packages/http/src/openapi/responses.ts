import { ERROR_CATALOGUE } from '@platform/errors';
import type { ErrorKind } from '@platform/errors';

import { schemaRef } from '../dialect.ts';
import type { Dialect, JsonSchema } from '../dialect.ts';
import type { Endpoint, HttpMethod, ResponseDoc } from '../endpoint.ts';
import { IDEMPOTENCY_HEADER } from '../idempotency.ts';
import { operationIdOf, pascalCase } from './complete-operation.ts';
import { keysOf, toJsonSchema } from './to-json-schema.ts';
import type { SchemaComponents } from './to-json-schema.ts';

const text = { type: 'string' } as const;
const header = (description: string, schema: object, example: unknown) => ({ description, schema, example });

/** The headers of answers, declared once. */
export const HEADERS = {
  'X-Request-Id': header('Identifies the request in our logs; yours, if you sent one', text, '6f1c0b52'),
  RateLimit: header(
    'Requests left in the current window, and seconds until it ends (IETF draft)',
    text,
    '"key";r=599;t=60',
  ),
  'RateLimit-Policy': header(
    'Requests per window, and its length in seconds (IETF draft)',
    text,
    '"key";q=600;w=60',
  ),
  'Retry-After': header('Seconds after which to try again', { type: 'integer' }, 2),
  Location: header('Address of the new record', text, '/api/v1/websites/7'),
  ETag: header('Version of the record, for `If-Match`', text, '"q8Ew6m3tPzY"'),
  'Idempotency-Replayed': header('`true` if this answer repeats an earlier one', text, 'true'),
  'Preference-Applied': header('The preferences of `Prefer` that were followed', text, 'handling=strict'),
  Deprecation: header('Since when the operation is deprecated (RFC 9745)', text, '@1795305600'),
  Sunset: header('When it may stop answering (RFC 8594)', text, 'Sat, 22 May 2027 00:00:00 GMT'),
  Link: header('Absolute addresses of the other pages (RFC 8288)', text, '<https://…?page=2>; rel="next"'),
} as const;

type HeaderName = keyof typeof HEADERS;

/** References to headers of answers. */
const headerRefs = (names: readonly HeaderName[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of requests, declared once. */
export const HEADER_PARAMETERS = {
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    schema: { type: 'string', default: 'handling=lenient' },
    description:
      '`handling=strict` refuses unknown fields instead of ignoring them (RFC 7240). `respond-async` ' +
      "doesn't wait for results.",
    example: 'handling=strict',
  },
  IdempotencyKey: {
    name: IDEMPOTENCY_HEADER,
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description:
      'Makes a repetition safe: within 24 hours the same key with the same body gives the first answer again.',
    example: '5a2c1f1e-4a0e-4b0c-9d3c-0e6f1a2b3c4d',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: text,
    description: 'The `ETag` of the version to change; another version is left alone and answered with 412.',
    example: '"q8Ew6m3tPzY"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    schema: text,
    description: 'The `ETag` of the version that you have; the answer is 304 if it is still current.',
    example: '"q8Ew6m3tPzY"',
  },
} as const;

export const parameterRef = (name: keyof typeof HEADER_PARAMETERS): { $ref: string } => ({
  $ref: `#/components/parameters/${name}`,
});

/**
 * Refusals that each endpoint may answer. Any may be refused for unknown parameters, and the gateway
 * refuses a large body before it is known whether the path reads one.
 */
const COMMON_KINDS: readonly ErrorKind[] = [
  'bad_request',
  'invalid',
  'unauthenticated',
  'forbidden',
  'payload_too_large',
  'rate_limited',
  'internal',
  'bad_gateway',
  'unavailable',
  'gateway_timeout',
];
const BODY_KINDS: readonly ErrorKind[] = ['unsupported_media_type', 'conflict'];
const LIMIT_HEADERS: readonly HeaderName[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
const RETRY_STATUSES: readonly number[] = [429, 503];

const kindsOf = (endpoint: Endpoint, method: HttpMethod): ErrorKind[] => {
  const isChange = method !== 'GET';
  return [
    ...COMMON_KINDS,
    // A body or a filter may name another record.
    ...(endpoint.path.includes(':') || endpoint.body || endpoint.query ? (['not_found'] as const) : []),
    ...(endpoint.body ? BODY_KINDS : []),
    ...(isChange ? (['conflict'] as const) : []),
    ...(endpoint.conditional ? (['precondition_failed'] as const) : []),
    ...(endpoint.errors ?? []),
  ];
};

/** The causes of a refusal of one of these kinds, from the catalogue of errors. */
const causesOf = (kinds: readonly ErrorKind[]): string =>
  ERROR_CATALOGUE.filter(({ kind, code }) => kinds.includes(kind) && !code.startsWith('idempotency'))
    .filter(({ kind }, index, all) => all.findIndex((other) => other.kind === kind) === index)
    .map(({ code, cause }) => `\`${code}\`: ${cause}`)
    .join(' ');

/**
 * Names a refusal by its kinds: `NotFound`, `EnvelopeBadRequestOrConflict`. Every 400 of an unreadable
 * request may as well be one of a refused field, where the dialect has one status for both.
 */
const refusalName = (kinds: readonly ErrorKind[], dialect: Dialect): string => {
  const named = kinds.includes('bad_request') ? kinds.filter((kind) => kind !== 'invalid') : kinds;
  return dialect.errorComponent.replace(/Problem$/, '') + named.map(pascalCase).join('Or');
};

/** The refusals of an endpoint by status, as references to `responses` of the document. */
export const errorResponses = (
  endpoint: Endpoint,
  dialect: Dialect,
  method: HttpMethod,
  shared: Map<string, unknown>,
): Record<string, unknown> => {
  const kinds = [...new Set(kindsOf(endpoint, method))];
  const statuses = [...new Set(kinds.map((kind) => dialect.statusOf(kind)))].sort((a, b) => a - b);
  const content = { 'application/json': { schema: schemaRef(dialect.errorComponent) } };
  return Object.fromEntries(
    statuses.map((status) => {
      const own = kinds.filter((kind) => dialect.statusOf(kind) === status).sort();
      const name = refusalName(own, dialect);
      const retry: HeaderName[] = RETRY_STATUSES.includes(status) ? ['Retry-After'] : [];
      const headers = headerRefs([...LIMIT_HEADERS, ...retry]);
      if (!shared.has(name)) shared.set(name, { description: causesOf(own), headers, content });
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
};

/** Text that programs read, JSON whose fields aren't fixed, or bytes. */
const fileSchema = (mediaType: string): JsonSchema => {
  if (/[/+]json$/.test(mediaType)) return { type: 'object', additionalProperties: true };
  return /^(text\/(csv|html|markdown)|image\/svg|application\/x-ndjson)/.test(mediaType)
    ? { type: 'string' }
    : { type: 'string', format: 'binary' };
};

/** The schema of an answer's JSON, as a component: `WebsiteResponse`, `WebsiteList`, `Deleted`. */
const answerSchema = (
  doc: ResponseDoc,
  dialect: Dialect,
  id: string,
  components: SchemaComponents,
): Record<string, unknown> => {
  const kind = doc.kind ?? 'one';
  const { schema, component } =
    doc.data === undefined ? { schema: {}, component: undefined } : toJsonSchema(doc.data, components, false);
  if (kind === 'deleted')
    return components.refer(
      dialect.name === 'management' ? 'Deleted' : 'EnvelopeDeleted',
      dialect.wrapSchema(kind, {}),
    );
  const name = component ?? `${pascalCase(id)}Data`;
  const data = doc.data === undefined ? schema : components.refer(name, schema);
  const wrapped = `${name}${kind === 'page' ? 'List' : 'Response'}`;
  return components.refer(wrapped, dialect.wrapSchema(kind, data));
};

/** A list with cursors is one record with `next_cursor` in it. */
const isCursorPage = ({ data }: ResponseDoc): boolean =>
  data !== undefined && keysOf(data).has('next_cursor');

const successHeaders = (endpoint: Endpoint, doc: ResponseDoc, status: number, method: HttpMethod) =>
  headerRefs([
    ...LIMIT_HEADERS,
    ...(status === 201 || status === 202 ? (['Location'] as const) : []),
    ...(method === 'POST' && endpoint.idempotent !== false ? (['Idempotency-Replayed'] as const) : []),
    ...(endpoint.versioned && doc.kind === undefined ? (['ETag'] as const) : []),
    ...(doc.kind === 'page' || isCursorPage(doc) ? (['Link'] as const) : []),
    ...(endpoint.deprecated === undefined ? [] : (['Deprecation', 'Sunset'] as const)),
    'Preference-Applied',
  ]);

const NOT_MODIFIED: ResponseDoc = {
  description: 'The version that `If-None-Match` names is still current',
};

const responsesOf = (endpoint: Endpoint, method: HttpMethod): Endpoint['responses'] =>
  endpoint.versioned && !endpoint.live && method === 'GET'
    ? { ...endpoint.responses, 304: NOT_MODIFIED }
    : endpoint.responses;

/** The successful answers of an endpoint, by status. */
export const successResponses = (
  endpoint: Endpoint,
  dialect: Dialect,
  method: HttpMethod,
  components: SchemaComponents,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(responsesOf(endpoint, method)).map(([status, doc]) => {
      const id = operationIdOf(endpoint, method);
      const isJson = doc.data !== undefined || doc.kind !== undefined;
      const json = isJson
        ? { 'application/json': { schema: answerSchema(doc, dialect, id, components) } }
        : {};
      const files: [string, object][] = (doc.mediaTypes ?? []).map((type) => [
        type,
        { schema: fileSchema(type) },
      ]);
      return [
        status,
        {
          description: doc.description,
          headers: successHeaders(endpoint, doc, Number(status), method),
          // 304 and 416 have none.
          ...(isJson || files.length > 0 ? { content: { ...json, ...Object.fromEntries(files) } } : {}),
        },
      ];
    }),
  );
