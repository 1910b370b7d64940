import { Agent, fetch } from 'undici';

import type { Customer } from './serve-page.ts';

/** Record promised to a client, which must exist later. */
export interface Acknowledged {
  kind: 'website' | 'palette' | 'export' | 'report';
  path: string;
}

export interface Outcome {
  /** The status of the answer, or `no answer`. */
  status: number | 'no answer';
  acknowledged?: Acknowledged;
  /** True for a page view that was taken. */
  isHit?: boolean;
  /** Text of an answer that wasn't a success. */
  problem?: string;
}

export interface Client {
  /** One request of each kind, by name. */
  operations: Readonly<
    Record<'read' | 'hit' | 'website' | 'palette' | 'export' | 'report', () => Promise<Outcome>>
  >;
  get(path: string): Promise<{ status: number | 'no answer'; body: unknown }>;
  /** Makes a website and a palette, which page views and exports belong to from now on. */
  begin(): Promise<void>;
  /** Page views that are stored for it. */
  pageviews(): Promise<number>;
  /** True once a webhook has told of a report, or where the platform sends none. */
  isTold(path: string): boolean;
}

const PATIENCE_MILLISECONDS = 15_000;
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

interface Answer {
  status: number | 'no answer';
  body: unknown;
}

/** The value at a path of names in parsed JSON. */
const at = (value: unknown, ...names: readonly (string | number)[]): unknown =>
  names.reduce<unknown>(
    (found, name) => (found as Record<string | number, unknown> | undefined)?.[name],
    value,
  );

/** An answer without a promise; what a refusal said is kept for those who have to explain it. */
const plain = ({ status, body }: Answer): Outcome =>
  status !== 'no answer' && status < 300 ? { status } : { status, problem: JSON.stringify(body) };

/** A client of both gateways, in turn, as behind a load balancer. It sends nothing twice. */
export const createClient = (options: {
  gateways: readonly string[];
  key: string;
  /** A page to report on, and a place that webhooks are sent to. */
  customer: Pick<Customer, 'page' | 'hook' | 'told'>;
  /** False for a connection for each request, so that none is met that is just being closed. */
  keepAlive?: boolean;
}): Client => {
  const { gateways, key, customer, keepAlive = true } = options;
  let hasWebhook = false;
  const dispatcher = new Agent({ pipelining: keepAlive ? 1 : 0 });
  let turn = 0;
  let count = 0;
  let site = { id: 0, key: '', domain: '' };
  let palette = '';
  const unique = (): string => `${Date.now().toString(36)}-${(count += 1)}`;

  const send = async (
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const gateway = gateways[(turn += 1) % gateways.length] ?? '';
    try {
      const response = await fetch(`${gateway}${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...init.headers },
        signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
        dispatcher,
      });
      const text = await response.text();
      return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
    } catch {
      return { status: 'no answer', body: undefined };
    }
  };
  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    send(path, { method: 'POST', body: JSON.stringify(body), headers });

  /** Returns what an answer of 201 or 202 promises. */
  const promised = (answer: Answer, kind: Acknowledged['kind'], pathOf: (id: unknown) => string): Outcome =>
    answer.status === 201 || answer.status === 202
      ? { status: answer.status, acknowledged: { kind, path: pathOf(at(answer.body, 'data', 'id')) } }
      : plain(answer);

  return {
    operations: {
      read: async () => plain(await send('/api/v1/websites?per_page=10')),
      async hit() {
        const body = { k: site.key, n: 'pageview', u: `https://${site.domain}/${unique()}` };
        const headers = { 'Content-Type': 'text/plain', 'User-Agent': BROWSER, Authorization: '' };
        const answer = await post('/collect', body, headers);
        return { ...plain(answer), isHit: answer.status === 204 };
      },
      website: async () =>
        promised(
          await post('/api/v1/websites', { domain: `${unique()}.example` }),
          'website',
          (id) => `/api/v1/websites/${String(id)}`,
        ),
      palette: async () =>
        promised(
          await post('/v1/palettes', { base_color: '#3b82f6', harmony: 'triadic' }),
          'palette',
          (id) => `/v1/palettes/${String(id)}`,
        ),
      export: async () =>
        promised(
          await post('/v1/tokens/export', { palette_id: palette, format: 'css' }),
          'export',
          (id) => `/v1/tokens/${String(id)}/status`,
        ),
      report: async () =>
        promised(
          await post('/api/v1/reports', { url: `${customer.page}?${unique()}` }, { Prefer: 'respond-async' }),
          'report',
          (id) => `/api/v1/reports/${String(id)}`,
        ),
    },
    get: (path) => send(path),
    async begin() {
      const { status, body } = await post('/api/v1/websites', { domain: `${unique()}.example` });
      if (status !== 201) throw new Error(`No website could be made (${status}).`);
      const swatches = await post('/v1/palettes', { base_color: '#3b82f6', harmony: 'triadic' });
      if (swatches.status !== 201) throw new Error(`No palette could be made (${swatches.status}).`);
      palette = String(at(swatches.body, 'data', 'id'));
      if (!hasWebhook) {
        const events = ['report.generated'];
        // Older versions have none.
        hasWebhook = (await post('/v1/webhooks', { url: customer.hook, events })).status === 201;
      }
      site = {
        id: Number(at(body, 'data', 'id')),
        key: String(at(body, 'data', 'site_key')),
        domain: String(at(body, 'data', 'domain')),
      };
    },
    isTold: (path) => !hasWebhook || customer.told.has(path.split('/').at(-1) ?? ''),
    async pageviews() {
      const day = (daysAgo: number): string =>
        new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
      const { body } = await post(`/api/v1/stats/${site.id}/query`, {
        metrics: ['pageviews'],
        // Clocks may have been ahead.
        date_range: { from: day(1), to: day(-1) },
      });
      return Number(at(body, 'data', 'rows', 0, 'metrics', 'pageviews') ?? 0);
    },
  };
};
