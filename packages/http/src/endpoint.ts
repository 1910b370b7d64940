import type { Caller, Scope } from '@platform/identity';
import type { Logger } from '@platform/runtime';
import type { Request, Response } from 'express';
import Joi from 'joi';
import type { ObjectSchema, Schema } from 'joi';

import type { Dialect } from './dialect.ts';
import { IDEMPOTENCY_HEADER } from './idempotency.ts';
import type { Idempotency } from './idempotency.ts';
import type { PathParam } from './path-params.ts';
import type { Reply } from './reply.ts';
import { validate } from './validate.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What an endpoint's handler is given: its validated input, who calls, and express' own objects for files and pages. */
export interface EndpointContext<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  caller: Caller;
  request: Request;
  response: Response;
  requestId: string;
  log: Logger;
}

/** One answer of an endpoint, for the OpenAPI document. */
export interface ResponseDoc {
  description: string;
  kind?: Reply['kind'];
  /** Schema of `data` (or of one item of a list). */
  data?: Schema;
  /** Media types of answers that carry no JSON: files, pages. */
  mediaTypes?: readonly string[];
}

interface EndpointHead {
  method: HttpMethod | readonly HttpMethod[];
  /** Below the dialect's prefix, with express' `:parameters`. */
  path: string;
  /** One line for the API reference. */
  summary: string;
  description?: string;
  scope: Scope;
  /** Answers by status code, but for the errors, which are the dialect's. */
  responses: Readonly<Record<number, ResponseDoc>>;
  /** Size of the largest body, as body-parser writes it; 100 KB unless told. */
  bodyLimit?: string;
  /** Lets clients repeat a request by its Idempotency-Key without doing its work twice. */
  idempotency?: Idempotency;
}

export interface EndpointDefinition<Params, Query, Body> extends EndpointHead {
  params?: { [Name in keyof Params]: PathParam<Params[Name]> };
  query?: ObjectSchema<Query>;
  body?: ObjectSchema<Body>;
  /** Returns the answer, or nothing when it wrote to `response` itself. */
  handler(context: EndpointContext<Params, Query, Body>): Promise<Reply | undefined>;
}

/** The request as it arrived: text from path and query, the parsed body. */
export interface RawInput {
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
  /** False for JSON, where "5" is not a number. */
  convertBody: boolean;
}

type Outside = Omit<EndpointContext<unknown, unknown, unknown>, 'params' | 'query' | 'body'>;

/** An endpoint whose input types are sealed inside, so that endpoints of all kinds fit one list. */
export interface Endpoint extends EndpointHead {
  params: Readonly<Record<string, PathParam<unknown>>>;
  query: ObjectSchema | undefined;
  body: ObjectSchema | undefined;
  run(raw: RawInput, outside: Outside): Promise<Reply | undefined>;
}

/** The endpoints of one feature, in one dialect. */
export interface ApiRouter {
  dialect: Dialect;
  /** Names the feature in the API reference. */
  tag: string;
  endpoints: readonly Endpoint[];
}

/** Bundles the endpoints of a feature. */
export const createRouter = (dialect: Dialect, tag: string, endpoints: readonly Endpoint[]): ApiRouter => ({
  dialect,
  tag,
  endpoints,
});

const readParams = <Params>(
  readers: { [Name in keyof Params]: PathParam<Params[Name]> } | undefined,
  texts: Readonly<Record<string, string>>,
): Params =>
  Object.fromEntries(
    Object.entries<PathParam<unknown>>(readers ?? {}).map(([name, reader]) => [
      name,
      reader.read(texts[name] ?? ''),
    ]),
  ) as Params;

/** Accepts no parameters at all. */
const NO_QUERY = Joi.object({});

const validated = <Value>(
  schema: ObjectSchema<Value> | undefined,
  value: unknown,
  convert: boolean,
): Value => (schema === undefined ? (undefined as Value) : validate(schema, value, convert));

/**
 * Declares an endpoint. Routing, authentication, validation and the OpenAPI document all come from this one object.
 * An endpoint without a query schema accepts no query parameters.
 */
export const endpoint = <Params = unknown, Query = unknown, Body = unknown>(
  definition: EndpointDefinition<Params, Query, Body>,
): Endpoint => ({
  ...definition,
  params: definition.params ?? {},
  query: definition.query,
  body: definition.body,
  run: (raw, outside) => {
    const context: EndpointContext<Params, Query, Body> = {
      ...outside,
      params: readParams(definition.params, raw.params),
      query: validate(definition.query ?? (NO_QUERY as ObjectSchema<Query>), raw.query, true),
      body: validated(definition.body, raw.body, raw.convertBody),
    };
    const { idempotency } = definition;
    if (idempotency === undefined) return definition.handler(context);
    const { method, path } = outside.request;
    return idempotency.run(
      {
        organisation: outside.caller.organisation,
        method,
        path,
        key: outside.request.get(IDEMPOTENCY_HEADER),
        body: context.body,
      },
      () => definition.handler(context),
    );
  },
});
