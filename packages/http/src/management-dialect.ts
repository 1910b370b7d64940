import { KIND_CODES } from '@platform/errors';

import { codeDescription, ignoredSchema, objectSchema, schemaRef, STATUS } from './dialect.ts';
import type { Dialect, JsonSchema } from './dialect.ts';
import { lastPageOf, pageLinks } from './cursor-page.ts';
import { jsonOf } from './reply.ts';
import type { Page } from './reply.ts';

const integer: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
const integerOrNull: JsonSchema = { type: ['integer', 'null'] };

const linksSchema = objectSchema({ first: text, last: text, prev: textOrNull, next: textOrNull });
const pageMetaSchema = objectSchema({
  current_page: integer,
  from: integerOrNull,
  last_page: integer,
  path: text,
  per_page: integer,
  to: integerOrNull,
  total: integer,
});

const pageMeta = (page: Page, path: string): Record<string, unknown> => {
  const { items, number, perPage, total } = page;
  const from = (number - 1) * perPage + 1;
  return {
    current_page: number,
    from: items.length > 0 ? from : null,
    last_page: lastPageOf(page),
    path,
    per_page: perPage,
    to: items.length > 0 ? from + items.length - 1 : null,
    total,
  };
};

/** The dialect of websites and reports: `{data, status}`, form bodies, 422 for refused input. */
export const managementDialect: Dialect = {
  name: 'management',
  prefix: '/api/v1',
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  statusOf: (kind) => STATUS[kind],

  render(reply, request) {
    const { status, ignored } = reply;
    const tail = ignored === undefined ? { status } : { status, ignored };
    switch (reply.kind) {
      case 'one':
        return `{"data":${jsonOf(reply)},${JSON.stringify(tail).slice(1)}`;
      case 'deleted':
        return JSON.stringify({ id: reply.id, object: reply.object, deleted: true, ...tail });
      case 'page': {
        const path = request.originalUrl.split('?')[0] ?? '';
        const links = pageLinks(reply.page, request.originalUrl);
        return JSON.stringify({ data: reply.page.items, links, meta: pageMeta(reply.page, path), ...tail });
      }
    }
  },

  renderError(error, status, requestId) {
    // Clients choose the names of fields, and a plain object already has a `constructor`.
    const byField = new Map<string, string[]>();
    for (const { field, message } of error.details)
      byField.set(field, [...(byField.get(field) ?? []), message]);
    const errors = Object.fromEntries(byField);
    const code = error.code ?? KIND_CODES[error.kind];
    const fields = status === 422 ? { errors } : {};
    return { message: error.message, code, status, ...fields, request_id: requestId };
  },

  wrapSchema(kind, data) {
    const tail = { status: integer, ignored: ignoredSchema };
    const optional = ['ignored'];
    switch (kind) {
      case 'deleted':
        return objectSchema({ id: integer, object: text, deleted: { const: true }, ...tail }, optional);
      case 'one':
        return objectSchema({ data, ...tail }, optional);
      case 'page': {
        const items = { type: 'array', items: data };
        return objectSchema(
          { data: items, links: schemaRef('PageLinks'), meta: schemaRef('PageMeta'), ...tail },
          optional,
        );
      }
    }
  },

  errorComponent: 'Problem',
  components: {
    PageLinks: linksSchema,
    PageMeta: pageMetaSchema,
    Problem: objectSchema(
      {
        message: {
          type: 'string',
          description: 'What is wrong, in the language of `Accept-Language`: English or German',
        },
        code: { type: 'string', description: codeDescription, examples: ['invalid_parameter'] },
        status: { type: 'integer', description: 'The status code of the answer' },
        errors: {
          type: 'object',
          additionalProperties: { type: 'array', items: text },
          description: 'What is wrong with each refused field; with status 422 only',
        },
        request_id: { type: 'string', description: 'Identifies the request in our logs' },
      },
      ['errors'],
    ),
  },
};
