import type { AppError, ErrorKind } from '@platform/errors';
import type { Request } from 'express';

import type { Reply } from './reply.ts';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How an area of the interface shapes its requests, answers and errors. */
export interface Dialect {
  name: 'management' | 'envelope';
  /** Path prefix of the area. */
  prefix: string;
  /** Media types of bodies; the first one is the one the interface names. */
  bodyTypes: readonly BodyType[];
  statusOf(kind: ErrorKind): number;
  /** The answer in JSON. */
  render(reply: Reply, request: Request, requestId: string): string;
  renderError(error: AppError, status: number, requestId: string): unknown;
  /** Schema of an answer with `data` in it, or with a list of it. */
  wrapSchema(kind: Reply['kind'], data: JsonSchema): JsonSchema;
  /** Name of the component that describes errors. */
  errorComponent: string;
  /** Schemas that `wrapSchema` and the errors refer to, by name. */
  components: Readonly<Record<string, JsonSchema>>;
}

export type BodyType = 'application/json' | 'application/x-www-form-urlencoded';

/** The usual status code of each kind of error; a dialect may differ. */
export const STATUS: Readonly<Record<ErrorKind, number>> = {
  bad_request: 400,
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  protected: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  unavailable: 503,
  bad_gateway: 502,
  gateway_timeout: 504,
  internal: 500,
};

/** Schema of an object with exactly these properties. */
export const objectSchema = (
  properties: Record<string, JsonSchema>,
  optional: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

/** Schema of the list of ignored fields; see `readInput`. */
export const ignoredSchema: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  description: "Fields of the request that don't exist and were ignored; absent if there were none",
};

/** A reference to a component of the document. */
export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const codeDescription = 'Stable and machine-readable; docs/errors.md lists all codes';
