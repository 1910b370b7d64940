import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span, Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  parseKeyPairsIntoRecord,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Sampler } from '@opentelemetry/sdk-trace';
import pg from 'pg';

import type { Tracing, TracingOptions } from './spans.ts';

/** Longer statements are cut. */
const MAX_TEXT = 2_000;

type Callback = (error: unknown, ...results: unknown[]) => unknown;

/** Argument of node-postgres's `query`: text, a configuration, or a query that submits itself. */
interface QueryLike {
  text?: unknown;
  callback?: unknown;
  submit?: unknown;
}

const isThenable = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

const textOf = (query: unknown): string => {
  const text = typeof query === 'string' ? query : (query as QueryLike | null)?.text;
  return typeof text === 'string' ? text.trim() : '';
};

/** Ends a span. An error is known by its SQLSTATE: messages of PostgreSQL may quote values. */
const end = (span: Span, error: unknown): void => {
  if (error !== undefined && error !== null) {
    const { code } = error as { code?: unknown };
    span.setAttribute('error.type', typeof code === 'string' ? code : 'error');
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
};

const following = (span: Span, callback: Callback): Callback =>
  context.bind(context.active(), (error: unknown, ...results: unknown[]) => {
    end(span, error);
    return callback(error, ...results);
  });

/** Has the end of a query end its span, in whichever of three ways the caller waits for it. */
const follow = (span: Span, given: unknown[], send: (given: unknown[]) => unknown): unknown => {
  const last = given.at(-1);
  const query = given[0] as QueryLike | null;
  if (typeof last === 'function') return send([...given.slice(0, -1), following(span, last as Callback)]);
  if (typeof query?.callback === 'function') query.callback = following(span, query.callback as Callback);
  const result = send(given);
  if (isThenable(result))
    return result.then(
      (value) => {
        end(span, undefined);
        return value;
      },
      (error: unknown) => {
        end(span, error);
        throw error;
      },
    );
  // Streams and cursors end whenever their reader likes.
  if (typeof query?.callback !== 'function') end(span, undefined);
  return result;
};

/**
 * Records each query that is part of a trace: the text with its placeholders, never the values. It
 * replaces `query` of the one class through which knex, BullMQ and we ourselves speak to PostgreSQL,
 * as hooks of module loaders don't see what ES modules import.
 */
const tracePostgres = (tracer: Tracer): void => {
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  prototype.query = new Proxy(prototype.query, {
    apply(query, client: pg.Client, given) {
      const send = (passed: unknown[]): unknown => Reflect.apply(query, client, passed);
      if (trace.getActiveSpan()?.isRecording() !== true) return send(given);
      const text = textOf(given[0]);
      const operation = /^\w+/.exec(text)?.[0].toUpperCase() ?? 'QUERY';
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, MAX_TEXT),
        'server.address': client.host,
        'server.port': client.port,
      };
      const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes });
      try {
        return follow(span, given, send);
      } catch (error) {
        end(span, error);
        throw error;
      }
    },
  });
};

/**
 * Asked every few seconds by whatever watches a process; or many hits at once, each of which has a
 * trace of its own.
 */
const QUIET = /^\/(health|metrics|hits)(\/|$|\?)/;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const methodOf = ({ method = '' }: IncomingMessage): string => (METHODS.has(method) ? method : '_OTHER');

/** The pattern of the path, where Express knows it. Paths themselves may hold tokens of links. */
const routeOf = (request: IncomingMessage): string | undefined => {
  const { route, baseUrl = '' } = request as { route?: { path?: unknown }; baseUrl?: string };
  return typeof route?.path === 'string' ? `${baseUrl}${route.path}` : undefined;
};

const setRoute = (span: Span, request: IncomingMessage, route: string): void => {
  span.updateName(`${methodOf(request)} ${route}`);
  span.setAttribute('http.route', route);
};

const setStatus = (span: Span, status: number): void => {
  span.setAttribute('http.response.status_code', status);
  if (status < 500) return;
  span.setAttribute('error.type', String(status));
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/** Records requests by their method, route and status alone: no query, header, address or body. */
const createHttpSpans = (tracer: Tracer): Pick<Tracing, 'serve' | 'serveOne' | 'passOn'> => {
  /** The contexts of requests that are being answered. */
  const contexts = new WeakMap<ServerResponse, Context>();

  const begin = (request: IncomingMessage, response: ServerResponse): Context => {
    const method = methodOf(request);
    const attributes = { 'http.request.method': method };
    // A header that isn't as the standard has it is ignored, and a trace begins here.
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    const present = trace.setSpan(parent, span);
    contexts.set(response, present);
    // Node calls listeners of these in the context of the connection otherwise.
    context.bind(present, request);
    context.bind(present, response);
    response.once('close', () => {
      const route = routeOf(request);
      if (route !== undefined) setRoute(span, request, route);
      if (response.headersSent) setStatus(span, response.statusCode);
      span.end();
    });
    return present;
  };

  const serve =
    (listener: RequestListener): RequestListener =>
    (request, response) => {
      if (QUIET.test(request.url ?? '')) listener(request, response);
      else context.with(begin(request, response), listener, undefined, request, response);
    };

  const passOn: Tracing['passOn'] = (response, route, { area, url }) => {
    const parent = contexts.get(response) ?? ROOT_CONTEXT;
    const { req: request } = response;
    const answered = trace.getSpan(parent);
    if (answered) setRoute(answered, request, route);
    const method = methodOf(request);
    const { hostname, port } = new URL(url);
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'peer.service': area,
      'server.address': hostname,
      ...(port !== '' && { 'server.port': Number(port) }),
    };
    const span = tracer.startSpan(`${method} ${area}`, { kind: SpanKind.CLIENT, attributes }, parent);
    const headers: Record<string, string> = {};
    propagation.inject(trace.setSpan(parent, span), headers);
    return {
      headers,
      end({ status, error }) {
        if (status !== undefined) setStatus(span, status);
        if (error !== undefined) {
          span.setAttribute('error.type', error);
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  };

  const serveOne: Tracing['serveOne'] = async (headers, route, work, statusOf) => {
    const parent = propagation.extract(ROOT_CONTEXT, headers);
    const attributes = { 'http.request.method': 'POST', 'http.route': route };
    const span = tracer.startSpan(`POST ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    try {
      const result = await context.with(trace.setSpan(parent, span), work);
      setStatus(span, statusOf(result));
      return result;
    } finally {
      span.end();
    }
  };

  return { serve, serveOne, passOn };
};

const rootSamplers: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
};

const PARENT_BASED = 'parentbased_';

/**
 * Only requests and jobs begin traces. A worker that asks for its next job twice a minute, all day,
 * would bury them.
 */
const withoutIdleRoots = (sampler: Sampler): Sampler => {
  const never = new AlwaysOffSampler();
  return {
    shouldSample(parent, traceId, name, kind, attributes, links) {
      const isIdle = kind === SpanKind.INTERNAL;
      return isIdle
        ? never.shouldSample()
        : sampler.shouldSample(parent, traceId, name, kind, attributes, links);
    },
    toString: () => sampler.toString(),
  };
};

/**
 * The sampler that OTEL_TRACES_SAMPLER names. Those with `parentbased_` follow the caller's decision,
 * the others decide anew in each process.
 * @throws RangeError for a name that isn't one of the specification's
 */
const samplerOf = (name: string, ratio: number): Sampler => {
  const isParentBased = name.startsWith(PARENT_BASED);
  const create = rootSamplers[isParentBased ? name.slice(PARENT_BASED.length) : name];
  if (!create) throw new RangeError(`There is no sampler ${name}.`);
  const root = create(ratio);
  return isParentBased ? new ParentBasedSampler({ root: withoutIdleRoots(root) }) : root;
};

/** For a collector that is away: nobody waits longer for a process to stop. */
const CLOSE_MILLISECONDS = 2_000;

/** Sets OpenTelemetry up for this process. */
export const createTracing = (options: TracingOptions): Tracing => {
  const { service, endpoint, headers, sampler, ratio, delayMilliseconds, onFault } = options;
  setGlobalErrorHandler(onFault);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    ...(headers !== undefined && { headers: parseKeyPairsIntoRecord(headers) }),
  });
  const provider = new TracerProvider({
    resource: detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(
      resourceFromAttributes({ 'service.name': service }),
    ),
    sampler: samplerOf(sampler, ratio),
    // Its queue is bounded: spans are dropped while the collector is away.
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMilliseconds })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  // No baggage: it would carry whatever a client sends through all services.
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  const tracer = provider.getTracer('platform');
  tracePostgres(tracer);

  return {
    ...createHttpSpans(tracer),
    logFields() {
      const traceId = trace.getActiveSpan()?.spanContext().traceId;
      return traceId === undefined ? {} : { trace_id: traceId };
    },
    capture() {
      const span = trace.getActiveSpan();
      const captured = span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
      return (work) => context.with(captured, work);
    },
    async close() {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, CLOSE_MILLISECONDS).unref();
      });
      await Promise.race([provider.shutdown(), late]);
    },
  };
};
