import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Span, Tracer } from '@opentelemetry/api';
import pg from 'pg';

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
export const tracePostgres = (tracer: Tracer): void => {
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
