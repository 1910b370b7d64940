import { KIND_CODES } from '@platform/errors';
import type { ErrorKind } from '@platform/errors';

import { codeDescription, ignoredSchema, objectSchema, schemaRef, STATUS } from './dialect.ts';
import type { Dialect, JsonSchema } from './dialect.ts';
import { jsonOf } from './reply.ts';
import type { Reply } from './reply.ts';

const text: JsonSchema = { type: 'string' };
const metaSchema = objectSchema(
  { request_id: text, timestamp: { type: 'string', format: 'date-time' }, ignored: ignoredSchema },
  ['ignored'],
);

/** The interface has one status for every fault of a request. */
const BAD_REQUEST_KINDS: readonly ErrorKind[] = ['invalid', 'conflict', 'unsupported_media_type'];

const meta = (requestId: string, ignored?: readonly string[]): Record<string, unknown> => ({
  request_id: requestId,
  timestamp: new Date().toISOString(),
  ...(ignored === undefined ? {} : { ignored }),
});

const dataOf = (reply: Reply): string => {
  switch (reply.kind) {
    case 'one':
      return jsonOf(reply);
    case 'deleted':
      return JSON.stringify({ id: reply.id, object: reply.object, deleted: true });
    case 'page':
      return JSON.stringify({ items: reply.page.items, total: reply.page.total });
  }
};

/**
 * The dialect of palettes, tokens, themes and workspaces: `{data, meta}`, JSON bodies, 400 for
 * refused input.
 */
export const envelopeDialect: Dialect = {
  name: 'envelope',
  prefix: '/v1',
  bodyTypes: ['application/json'],
  statusOf: (kind) => (BAD_REQUEST_KINDS.includes(kind) ? 400 : STATUS[kind]),

  render(reply, _request, requestId) {
    return `{"data":${dataOf(reply)},"meta":${JSON.stringify(meta(requestId, reply.ignored))}}`;
  },

  renderError: (error, _status, requestId) => ({
    data: null,
    error: { code: error.code ?? KIND_CODES[error.kind], message: error.message, details: error.details },
    meta: meta(requestId),
  }),

  wrapSchema(kind, data) {
    const meta = schemaRef('Meta');
    const pageOf = objectSchema({ items: { type: 'array', items: data }, total: { type: 'integer' } });
    const deleted = objectSchema({ id: text, object: text, deleted: { const: true } });
    return objectSchema({ data: { one: data, deleted, page: pageOf }[kind], meta });
  },

  errorComponent: 'EnvelopeProblem',
  components: {
    Meta: metaSchema,
    EnvelopeProblem: objectSchema({
      data: { type: 'null' },
      error: objectSchema({
        code: { type: 'string', description: codeDescription, examples: ['invalid_parameter'] },
        message: {
          type: 'string',
          description: 'What is wrong, in the language of `Accept-Language`: English or German',
        },
        details: {
          type: 'array',
          items: objectSchema({ field: text, message: text }),
          description: 'The refused fields; empty for other errors',
        },
      }),
      meta: schemaRef('Meta'),
    }),
  },
};
