import type { ErrorKind } from '@platform/errors';

import { objectSchema, STATUS } from './dialect.ts';
import type { Dialect, JsonSchema } from './dialect.ts';

const text: JsonSchema = { type: 'string' };
const metaSchema = objectSchema({ request_id: text, timestamp: { type: 'string', format: 'date-time' } });

/** Codes of the envelope's `error.code`, by kind. */
const CODES: Readonly<Record<ErrorKind, string>> = {
  bad_request: 'bad_request',
  invalid: 'invalid_parameter',
  unauthenticated: 'unauthorized',
  forbidden: 'forbidden',
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  conflict: 'conflict',
  payload_too_large: 'payload_too_large',
  unsupported_media_type: 'unsupported_media_type',
  rate_limited: 'rate_limit_exceeded',
  unavailable: 'service_unavailable',
  bad_gateway: 'bad_gateway',
  gateway_timeout: 'gateway_timeout',
  internal: 'internal_error',
};

/** The interface gives everything that is wrong with a request one status. */
const BAD_REQUEST_KINDS: readonly ErrorKind[] = ['invalid', 'conflict', 'unsupported_media_type'];

const meta = (requestId: string): Record<string, string> => ({
  request_id: requestId,
  timestamp: new Date().toISOString(),
});

/** The dialect of palettes, tokens, themes and workspaces: `{data, meta}`, JSON bodies, 400 for what is refused. */
export const envelopeDialect: Dialect = {
  name: 'envelope',
  prefix: '/v1',
  bodyTypes: ['application/json'],
  statusOf: (kind) => (BAD_REQUEST_KINDS.includes(kind) ? 400 : STATUS[kind]),

  render(reply, _request, requestId) {
    switch (reply.kind) {
      case 'one':
        return { data: reply.data, meta: meta(requestId) };
      case 'deleted':
        return { data: { id: reply.id, object: reply.object, deleted: true }, meta: meta(requestId) };
      case 'page':
        return { data: { items: reply.page.items, total: reply.page.total }, meta: meta(requestId) };
    }
  },

  renderError: (error, _status, requestId) => ({
    data: null,
    error: { code: error.code ?? CODES[error.kind], message: error.message, details: error.details },
    meta: meta(requestId),
  }),

  wrapSchema(kind, data) {
    const deleted = objectSchema({ id: text, object: text, deleted: { const: true } });
    const pageOf = objectSchema({ items: { type: 'array', items: data }, total: { type: 'integer' } });
    return objectSchema({ data: { one: data, deleted, page: pageOf }[kind], meta: metaSchema });
  },

  errorSchema: objectSchema({
    data: { type: 'null' },
    error: objectSchema({
      code: text,
      message: text,
      details: { type: 'array', items: objectSchema({ field: text, message: text }) },
    }),
    meta: metaSchema,
  }),
};
