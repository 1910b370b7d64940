import type { ChangeLock } from '@platform/database';
import { invalid, isAppError, preconditionFailed } from '@platform/errors';
import type { ErrorDetail, ErrorKind } from '@platform/errors';
import type { Caller, Scope } from '@platform/identity';
import type { Logger } from '@platform/runtime';
import type { Request, Response } from 'express';
import Joi from 'joi';
import type { ObjectSchema, Schema } from 'joi';

import type { Deprecation, Reply } from './reply.ts';
import type { Dialect } from './dialect.ts';
import { entityTag, satisfiesIfMatch, tagOfJson } from './entity-tag.ts';
import { IDEMPOTENCY_HEADER, runUnrepeatable, withSureSequel } from './idempotency.ts';
import type { Idempotency, RepeatableRequest } from './idempotency.ts';
import type { Makes } from './metering.ts';
import type { PathParam } from './path-params.ts';
import { jsonOf } from './reply.ts';
import { rememberSpent } from './metering.ts';
import { findUnstorable, readInput } from './validate.ts';
import type { Input } from './validate.ts';

/** The request as it arrived: text from path and query, the parsed body. */
interface RawInput {
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
  /** False for JSON, where "5" is not a number. */
  convertBody: boolean;
  /** Refuses unknown fields instead of ignoring them (`Prefer: handling=strict`). */
  strict: boolean;
}

/** Knows no parameters at all. */
const NO_QUERY = Joi.object({});

type Attempt<Read> = (Read & { faults?: never }) | { faults: readonly ErrorDetail[] };

/** Reads a part of the request, or collects its faults. */
const attempt = async <Read extends Input<unknown>>(
  read: () => Read | Promise<Read>,
): Promise<Attempt<Read>> => {
  try {
    return await read();
  } catch (error) {
    if (isAppError(error) && error.kind === 'invalid') return { faults: error.details };
    throw error;
  }
};

/**
 * Reads query and body, and joins the names of what was ignored in them.
 * @param furtherFaults what else is wrong with the body; not asked about one that is fine by its
 *   schema, is too deep or can't be stored
 * @throws an `invalid` error that names every refused field of both
 */
const readInputs = async <Query, Body>(
  query: ObjectSchema<Query> | undefined,
  body: ObjectSchema<Body> | undefined,
  raw: RawInput,
  {
    readBody,
    furtherFaults,
  }: {
    readBody?: (() => Promise<BodyRead<Body>>) | undefined;
    furtherFaults?: (() => Promise<readonly ErrorDetail[]>) | undefined;
  },
): Promise<{
  query: Query;
  body: Body;
  ignored: readonly string[];
  fingerprint?: Uint8Array | undefined;
}> => {
  const { strict } = raw;
  const inQuery = await attempt<Input<Query>>(() =>
    query === undefined && Object.keys(raw.query as object).length === 0
      ? { value: {} as Query, ignored: [] }
      : readInput(query ?? (NO_QUERY as ObjectSchema<Query>), raw.query, {
          convert: true,
          strict,
          source: 'query',
        }),
  );
  const inBody = await attempt<BodyRead<Body>>(() => {
    if (readBody !== undefined) return readBody();
    if (body === undefined) return { value: undefined as Body, ignored: [] };
    return readInput(body, raw.body, { convert: raw.convertBody, strict, source: 'body' });
  });
  if (inQuery.faults === undefined && inBody.faults === undefined)
    return {
      query: inQuery.value,
      body: inBody.value,
      ignored: [...new Set([...inQuery.ignored, ...inBody.ignored])],
      fingerprint: inBody.fingerprint,
    };
  // Bytes are for `furtherFaults` to look into.
  const asksFurther =
    furtherFaults !== undefined && (readBody !== undefined || findUnstorable(raw.body).length === 0);
  throw invalid([
    ...(inQuery.faults ?? []),
    ...(inBody.faults ?? []),
    ...(asksFurther ? await furtherFaults() : []),
  ]);
};

/** How an endpoint versions the record that it shows or changes. */
interface Versioning<Context> {
  /** Reads the record as answers show it; required to change it under `If-Match`. */
  read?: (context: Context) => Promise<unknown>;
  /** Returns the tag alone, instead of `read`, for records that aren't serialised on the main thread. */
  tag?: (context: Context) => Promise<string>;
  /** Fields that change without the record changing, such as the time until something happens, at any depth. */
  volatile?: readonly string[];
  /** True if clients read the record again for those fields: a read is never answered with 304. */
  isLive?: boolean;
}

/**
 * Makes a change in a transaction. Under `If-Match`, no other change of the record can come between the
 * check of its version and the change; changes without `If-Match` don't wait for each other here.
 * @throws 412 if the record is another version
 */
const changeVersioned = async <Context>(
  { read, tag: readTag, volatile }: Versioning<Context>,
  context: Context & { request: Request },
  change: { lock: ChangeLock; name: string; work: () => Promise<Reply | undefined> },
): Promise<Reply | undefined> => {
  const wanted = context.request.get('if-match');
  return change.lock({ name: change.name, isExclusive: wanted !== undefined }, async () => {
    if (wanted !== undefined && (read ?? readTag) !== undefined) {
      const tag = (await readTag?.(context)) ?? entityTag(await read?.(context), volatile);
      if (!satisfiesIfMatch(wanted, tag)) throw preconditionFailed(undefined, { headers: { ETag: tag } });
    }
    return change.work();
  });
};

/** The answer with the `ETag` of the record in it; a page and a deletion have none. */
const withEntityTag = (reply: Reply, volatile: readonly string[] = []): Reply => {
  if (reply.kind !== 'one' || reply.headers?.['ETag'] !== undefined) return reply;
  // Written once, for the tag and for the answer.
  const json = jsonOf(reply);
  const tag = volatile.length === 0 ? tagOfJson(json) : entityTag(reply.data, volatile);
  return { ...reply, json, headers: { ...reply.headers, ETag: tag } };
};

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The input of a handler: validated values, the caller, and express' own objects for files. */
export interface EndpointContext<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  caller: Caller;
  request: Request;
  response: Response;
  requestId: string;
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
  /** The operation's name in the API reference and in clients: `websites.list`. */
  operationId?: string;
  /** One line for the API reference. */
  summary: string;
  description?: string;
  scope: Scope;
  /** Answers by status code. Errors are left out: they are the dialect's. */
  responses: Readonly<Record<number, ResponseDoc>>;
  /**
   * How many requests a request counts as under the gateway's rate limits; 1 by default. Can depend
   * on the input: a password costs more to hash than all the rest.
   */
  cost?: number | ((body: unknown) => number);
  /** How much of it is for `prepare`: a request that is refused after that costs this much, too. */
  prepareCost?: (body: unknown) => number;
  /** Units that a request makes, as counted for the organisation's usage and quotas. */
  makes?: Makes;
  /** Kinds of errors this endpoint answers besides the usual ones, for the OpenAPI document. */
  errors?: readonly ErrorKind[];
  /**
   * True if answers hold a secret: no proxy may compress them, as their length would then tell how
   * much of the caller's input the secret has in it (BREACH).
   */
  secret?: true;
  /** Says in each answer that the endpoint will go away. */
  deprecated?: Deprecation;
  /** Size of the largest body, in body-parser's notation; 100 KB by default. */
  bodyLimit?: string;
  /**
   * False for a POST that changes nothing, or that tells repetitions apart itself. All others may be
   * repeated by their Idempotency-Key.
   */
  idempotent?: false;
}

export interface EndpointDefinition<Params, Query, Body, Prepared> extends EndpointHead {
  params?: { [Name in keyof Params]: PathParam<Params[Name]> };
  query?: ObjectSchema<Query>;
  body?: ObjectSchema<Body>;
  /**
   * In the place of `body`, for large ones: reads it elsewhere than on the main thread, where its JSON
   * would keep others waiting, and checks it by the schema (`readJsonInput`). `cost` gets its bytes.
   */
  largeBody?: {
    readonly schema: ObjectSchema;
    readonly read: (sent: SentBody) => Promise<BodyRead<Body>>;
  };
  /**
   * Slow work that changes nothing, such as decoding a picture. It runs before the transaction of an
   * Idempotency-Key begins, so it holds no connection. If it throws, the handler isn't called and the
   * error is answered.
   */
  prepare?(context: EndpointContext<Params, Query, Body>): Promise<Prepared>;
  /**
   * For a record with an `ETag`: changes may name it in `If-Match`, reads in `If-None-Match`. Answers
   * carry the whole record, in the same shape everywhere.
   */
  versioned?: Versioning<Pick<EndpointContext<Params, Query, Body>, 'params' | 'caller' | 'request'>>;
  /**
   * Faults of a body that only the handler would find. Asked for when the schema refuses the request, so
   * that one answer names every fault.
   */
  furtherFaults?(given: { params: Params; body: unknown; caller: Caller }): Promise<readonly ErrorDetail[]>;
  /** Returns the answer, or undefined if it wrote to `response` itself. */
  handler(
    context: EndpointContext<Params, Query, Body>,
    prepared: NoInfer<Prepared>,
  ): Promise<Reply | undefined>;
}

/** A body as it was sent, for endpoints that read it themselves. */
export interface SentBody {
  readonly bytes: Uint8Array;
  /** Refuses unknown fields instead of ignoring them. */
  readonly strict: boolean;
  readonly caller: Caller;
}

/** Body, and its fingerprint under an Idempotency-Key: the value itself by default. */
export interface BodyRead<Body> extends Input<Body> {
  readonly fingerprint?: Uint8Array;
}

type Outside = Omit<EndpointContext<unknown, unknown, unknown>, 'params' | 'query' | 'body'>;

/** Guards that make changes safe to repeat and to make at the same time. */
interface Guards {
  idempotency?: Idempotency | undefined;
  changeLock?: ChangeLock | undefined;
  /** Refuses new work, but still repeats the answer to work done before. */
  refuseWork?: (() => void) | undefined;
  /** Receives errors that occur after the answer was decided. */
  logger?: Pick<Logger, 'warn'> | undefined;
}

/** An endpoint with its input types hidden, so that all endpoints fit in one list. */
export interface Endpoint extends EndpointHead {
  params: Readonly<Record<string, PathParam<unknown>>>;
  query: ObjectSchema | undefined;
  body: ObjectSchema | undefined;
  versioned: boolean;
  /** True if its answers are read for more than their version: none is 304. */
  live: boolean;
  /** True if it changes a versioned record, which `If-Match` may refer to. */
  conditional: boolean;
  /** True if it reads the body itself, from its bytes. */
  readsBytes: boolean;
  run(raw: RawInput, outside: Outside, guards: Guards): Promise<Reply | undefined>;
}

/** The endpoints of one feature, in one dialect. */
export interface ApiRouter {
  dialect: Dialect;
  /** Names the feature in the API reference. */
  tag: string;
  tagDescription?: string | undefined;
  endpoints: readonly Endpoint[];
}

/**
 * Bundles the endpoints of a feature.
 * @param tag names the feature in the API reference; with a description in one of its routers
 */
export const createRouter = (
  dialect: Dialect,
  tag: string | { readonly name: string; readonly description: string },
  endpoints: readonly Endpoint[],
): ApiRouter => {
  const { name, description } = typeof tag === 'string' ? { name: tag, description: undefined } : tag;
  return { dialect, tag: name, tagDescription: description, endpoints };
};

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

/** The path of the record that an endpoint changes: `/palettes/:id`, also for actions below it. */
const recordPath = (path: string): string => path.replace(/(:\w+)(?:[^\w:][^:]*)?$/, '$1');

/** True if an endpoint changes a record that can be read first. */
const isConditional = ({ method, versioned }: { method: Endpoint['method']; versioned?: object }): boolean =>
  method !== 'GET' && versioned !== undefined && ('read' in versioned || 'tag' in versioned);

const repeatable = (
  { caller, request }: Outside,
  body: unknown,
  fingerprint: Uint8Array | undefined,
): RepeatableRequest => ({
  organisation: caller.organisation,
  caller: caller.keyId,
  method: request.method,
  path: request.path,
  key: request.get(IDEMPOTENCY_HEADER),
  body,
  fingerprint,
});

const settle = async <Result>(
  work: Promise<Result> | undefined,
): Promise<PromiseSettledResult<Result | undefined>> => {
  const [settled] = await Promise.allSettled([work]);
  return settled;
};

/**
 * Declares an endpoint. Routing, authentication, validation and the OpenAPI document all come from
 * this one object. An endpoint without a query schema accepts no query parameters.
 */
export const endpoint = <Params = unknown, Query = unknown, Body = unknown, Prepared = undefined>(
  definition: EndpointDefinition<Params, Query, Body, Prepared>,
): Endpoint => ({
  ...definition,
  params: definition.params ?? {},
  query: definition.query,
  body: definition.body ?? definition.largeBody?.schema,
  versioned: definition.versioned !== undefined,
  live: definition.versioned?.isLive ?? false,
  conditional: isConditional(definition),
  readsBytes: definition.largeBody !== undefined,
  run: async (raw, outside, { idempotency, changeLock, refuseWork, logger }) => {
    const params = readParams(definition.params, raw.params);
    const further = definition.furtherFaults?.bind(definition);
    const { largeBody } = definition;
    const { caller } = outside;
    const given = { params, body: raw.body, caller };
    const sent = { bytes: raw.body as Uint8Array, strict: raw.strict, caller };
    const { query, body, ignored, fingerprint } = await readInputs(definition.query, definition.body, raw, {
      readBody: largeBody && (() => largeBody.read(sent)),
      furtherFaults: further && (() => further(given)),
    });
    const context: EndpointContext<Params, Query, Body> = { ...outside, params, query, body };
    const prepared = await settle(definition.prepare?.(context));
    if (prepared.status === 'fulfilled')
      rememberSpent(outside.response, definition.prepareCost?.(raw.body) ?? 0);
    const handle = (): Promise<Reply | undefined> => {
      refuseWork?.();
      // Not earlier: a repeated request gets its kept answer, even if preparing it again fails.
      if (prepared.status === 'rejected') throw prepared.reason;
      return definition.handler(context, prepared.value as Prepared).then(withSureSequel(logger));
    };
    const { versioned } = definition;
    const { organisation } = outside.caller;
    const work = (): Promise<Reply | undefined> =>
      versioned === undefined || changeLock === undefined || !isConditional(definition)
        ? handle()
        : changeVersioned(versioned, context, {
            lock: changeLock,
            name: JSON.stringify([organisation, recordPath(definition.path), raw.params]),
            work: handle,
          });
    const mayRepeat = outside.request.method === 'POST' && definition.idempotent !== false;
    const reply = await (mayRepeat && idempotency !== undefined
      ? idempotency.run(repeatable(outside, body, fingerprint), work)
      : runUnrepeatable(work));
    if (reply === undefined) return undefined;
    const tagged = versioned === undefined ? reply : withEntityTag(reply, versioned.volatile);
    return ignored.length === 0 ? tagged : { ...tagged, ignored };
  },
});
