import { objectSchema, STATUS } from './dialect.ts';
import type { Dialect, JsonSchema } from './dialect.ts';
import type { Page } from './reply.ts';

const integer: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
const integerOrNull: JsonSchema = { type: ['integer', 'null'] };

/** Addresses of a list's neighbouring pages keep every other parameter of the request. */
const pageLinks = ({ number, perPage, total }: Page, url: string): Record<string, string | null> => {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const [path = '', query = ''] = url.split('?');
  const link = (target: number): string => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(target));
    return `${path}?${parameters.toString()}`;
  };
  return {
    first: link(1),
    last: link(lastPage),
    prev: number > 1 ? link(Math.min(number - 1, lastPage)) : null,
    next: number < lastPage ? link(number + 1) : null,
  };
};

const pageMeta = ({ items, number, perPage, total }: Page, path: string): Record<string, unknown> => {
  const from = (number - 1) * perPage + 1;
  return {
    current_page: number,
    from: items.length > 0 ? from : null,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    path,
    per_page: perPage,
    to: items.length > 0 ? from + items.length - 1 : null,
    total,
  };
};

/** The dialect of websites and reports: `{data, status}`, form bodies, 422 for what is refused. */
export const managementDialect: Dialect = {
  name: 'management',
  prefix: '/api/v1',
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  statusOf: (kind) => STATUS[kind],

  render(reply, request) {
    switch (reply.kind) {
      case 'one':
        return { data: reply.data, status: reply.status };
      case 'deleted':
        return { id: reply.id, object: reply.object, deleted: true, status: reply.status };
      case 'page': {
        const path = request.originalUrl.split('?')[0] ?? '';
        const links = pageLinks(reply.page, request.originalUrl);
        return { data: reply.page.items, links, meta: pageMeta(reply.page, path), status: reply.status };
      }
    }
  },

  renderError(error, status, requestId) {
    // A client chooses the names of fields: `constructor` is none that an object of JavaScript may be asked for.
    const byField = new Map<string, string[]>();
    for (const { field, message } of error.details)
      byField.set(field, [...(byField.get(field) ?? []), message]);
    const errors = Object.fromEntries(byField);
    return { message: error.message, status, ...(status === 422 ? { errors } : {}), request_id: requestId };
  },

  wrapSchema(kind, data) {
    if (kind === 'deleted')
      return objectSchema({ id: integer, object: text, deleted: { const: true }, status: integer });
    if (kind === 'one') return objectSchema({ data, status: integer });
    return objectSchema({
      data: { type: 'array', items: data },
      links: objectSchema({ first: text, last: text, prev: textOrNull, next: textOrNull }),
      meta: objectSchema({
        current_page: integer,
        from: integerOrNull,
        last_page: integer,
        path: text,
        per_page: integer,
        to: integerOrNull,
        total: integer,
      }),
      status: integer,
    });
  },

  errorSchema: objectSchema(
    {
      message: text,
      status: integer,
      errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
      request_id: text,
    },
    ['errors'],
  ),
};
