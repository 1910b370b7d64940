import { createDownloadExport } from './download-export.ts';
import type { DownloadExport } from './download-export.ts';
import { OPERATIONS } from './generated/operations.ts';
import { createPaged } from './paged.ts';
import type { Paged } from './paged.ts';
import type { Answered, Operations } from './platform-api.ts';
import { PlatformError } from './platform-error.ts';
import { createRunReport } from './run-report.ts';
import type { RunReport } from './run-report.ts';
import { createTransport } from './transport.ts';
import type { PlatformAnswer, PlatformRequest, RequestOptions, Send, TransportOptions } from './transport.ts';
import { verifyWebhook } from './verify-webhook.ts';

type Query = Readonly<Record<string, unknown>>;

/** The JSON of both dialects: as much of it as is looked at. */
interface AnswerBody {
  data?: unknown;
  meta?: { current_page?: number; last_page?: number };
}

const dataOf = ({ body }: PlatformAnswer): unknown => {
  const { data } = (body ?? {}) as AnswerBody;
  // The answer to a deletion has no `data`: it says itself what was deleted.
  return data === undefined ? body : data;
};

const answered = (sending: Promise<PlatformAnswer>): Answered<unknown> => {
  const data = sending.then(dataOf);
  return Object.assign(data, {
    withResponse: async () => {
      // Nobody else looks at this promise, and an unhandled rejection ends a Node.js process.
      data.catch(() => undefined);
      const answer = await sending;
      return { data: dataOf(answer), response: answer.response };
    },
  });
};

/** @throws PlatformError when another server answered, or a proxy in front of the platform */
const listOf = (items: unknown, path: string): unknown[] => {
  if (Array.isArray(items)) return items;
  throw new PlatformError(
    'unreadable_answer',
    `${path} answered with JSON that contains no list. Is this the platform's address?`,
  );
};

const nextNumbered = ({ meta }: AnswerBody): Record<string, unknown> | undefined => {
  const { current_page: current = 1, last_page: last = 1 } = meta ?? {};
  return current < last ? { page: current + 1 } : undefined;
};

const numbered = (send: Send, request: PlatformRequest, query: Query): Paged<unknown> =>
  createPaged(
    async (asked) => {
      const body = ((await send({ ...request, query: asked })).body ?? {}) as AnswerBody;
      return { items: listOf(body.data, request.path), meta: body.meta, next: nextNumbered(body) };
    },
    query,
    { per_page: 100 },
  );

const withCursor = (send: Send, request: PlatformRequest, query: Query): Paged<unknown> =>
  createPaged(
    async (asked) => {
      const { data, meta } = ((await send({ ...request, query: asked })).body ?? {}) as AnswerBody;
      const { items, next_cursor: cursor } = (data ?? {}) as { items?: unknown; next_cursor?: string };
      return {
        items: listOf(items, request.path),
        meta,
        next: cursor === undefined ? undefined : { cursor },
      };
    },
    query,
    { limit: 100 },
  );

/**
 * A value as a segment of a path. Without one, the path would be that of the collection.
 * @throws PlatformError `invalid_argument`
 */
const segment = (value: unknown, name: string, template: string): string => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  // URLs resolve dots, whether they are encoded or not.
  if (text !== '' && text !== 'NaN' && !/^\.+$/.test(text)) return encodeURIComponent(String(value));
  throw new PlatformError(
    'invalid_argument',
    `${template} needs a value for ${name}, which is ${JSON.stringify(value)}.`,
  );
};

/** Makes the method of one line of the table. */
const createMethod =
  (send: Send, line: string) =>
  (...args: unknown[]): unknown => {
    const [method = '', template = '', input = '', output = ''] = line.split(' ');
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => segment(args.shift(), name, template));
    const given = input === 'none' ? undefined : args.shift();
    const options = (args.shift() ?? {}) as RequestOptions & { accept?: string };
    const request: PlatformRequest = { method, path, ...options };
    if (input === 'body') request.body = given ?? {};
    const query = (input === 'query' ? given : options.query) as Query | undefined;
    if (query !== undefined) request.query = query;
    if (output === 'file' || options.accept !== undefined)
      return send({ accept: '*/*', ...request, raw: true }).then(({ response }) => response);
    if (output === 'page') return numbered(send, request, query ?? {});
    if (output === 'cursor') return withCursor(send, request, query ?? {});
    return answered(send(request));
  };

/** Makes a method of every operation; `a.b.c` becomes the property `c` of `b` of `a`. */
const createOperations = (send: Send): Operations => {
  const root: Record<string, unknown> = {};
  for (const [id, line] of Object.entries(OPERATIONS)) {
    const names = id.split('.');
    const last = names.pop() ?? id;
    let node = root;
    for (const name of names) node = (node[name] ??= {}) as Record<string, unknown>;
    node[last] = createMethod(send, line);
  }
  return root as unknown as Operations;
};

export type PlatformOptions = TransportOptions;

/** The platform: every operation of its API, and what takes several of them. */
export type Platform = Operations & {
  readonly reports: { readonly run: RunReport };
  readonly exports: { readonly download: DownloadExport };
  readonly webhooks: { readonly verify: typeof verifyWebhook };
  /** Sends any request with the client's key, retries and errors. */
  readonly request: Send;
};

/**
 * Makes a client. It holds no connections: make as many as you like.
 *
 * @example
 * const platform = createPlatform({ url: 'https://api.example.com', key: 'dak_…' });
 * for await (const website of platform.websites.list()) console.log(website.domain);
 */
export const createPlatform = (options: PlatformOptions = {}): Platform => {
  const send = createTransport(options);
  const operations = createOperations(send);
  return {
    ...operations,
    reports: { ...operations.reports, run: createRunReport(operations.reports) },
    exports: { download: createDownloadExport(operations.tokens, send) },
    webhooks: { ...operations.webhooks, verify: verifyWebhook },
    request: send,
  };
};
