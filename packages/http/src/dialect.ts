import type { AppError, ErrorKind } from '@platform/errors';
import type { Request } from 'express';

import type { Reply } from './reply.ts';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The way an area of the interface words its requests, answers and errors. */
export interface Dialect {
  name: 'management' | 'envelope';
  /** Path prefix of the area. */
  prefix: string;
  /** Media types that a body may have; the first is the one that the interface names. */
  bodyTypes: readonly BodyType[];
  statusOf(kind: ErrorKind): number;
  render(reply: Reply, request: Request, requestId: string): unknown;
  renderError(error: AppError, status: number, requestId: string): unknown;
  /** Schema of an answer with `data` in it. */
  wrapSchema(kind: Reply['kind'], data: JsonSchema): JsonSchema;
  errorSchema: JsonSchema;
}

export type BodyType = 'application/json' | 'application/x-www-form-urlencoded';

/** The usual status codes; a dialect changes those where its interface differs. */
export const STATUS: Readonly<Record<ErrorKind, number>> = {
  bad_request: 400,
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  unavailable: 503,
  bad_gateway: 502,
  gateway_timeout: 504,
  internal: 500,
};

/** Schema of an object that has exactly these properties. */
export const objectSchema = (
  properties: Record<string, JsonSchema>,
  optional: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
