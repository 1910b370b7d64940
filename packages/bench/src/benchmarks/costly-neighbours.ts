import { setTimeout as pause } from 'node:timers/promises';

import { startTemporaryPlatform } from '@platform/local';

import type { Benchmark, BenchContext, Figure } from '../harness/benchmark.ts';
import { percentile } from '../harness/percentile.ts';
import { hostileInputs } from '../palette/hostile-inputs.ts';

/** A request as an organisation sends it, by the gateway. */
interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
}

/** Cheap requests of somebody else, one to each service and one to the gateway itself. */
const USUAL: readonly Sent[] = [
  { path: '/api/v1/websites' },
  { path: '/api/v1/reports' },
  { path: '/v1/palettes' },
  { path: '/v1/keys/self' },
];

/** Requests of a neighbour in flight at once, and milliseconds between those that are measured. */
const AT_ONCE = 4;
const EVERY_MILLISECONDS = 60;

const send = async (url: string, key: string, { method, path, body }: Sent): Promise<number> => {
  const answer = await fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(60_000),
  });
  await answer.arrayBuffer();
  return answer.status;
};

/** Milliseconds of the usual requests, sent at an even pace for a time. */
const usualTimes = async (url: string, key: string, milliseconds: number): Promise<number[]> => {
  const times: Promise<number>[] = [];
  const end = performance.now() + milliseconds;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const begun = performance.now();
    const sent = USUAL[turn % USUAL.length] ?? { path: '/' };
    times.push(
      send(url, key, sent).then((status) => {
        if (status !== 200) throw new Error(`A neighbour's ${sent.path} was answered ${status}.`);
        return performance.now() - begun;
      }),
    );
    await pause(EVERY_MILLISECONDS);
  }
  return Promise.all(times);
};

/** Costly requests to every service and to the gateway. */
const costly = (paletteId: string, websiteId: number, siteKey: string): (Sent & { name: string })[] => {
  const hit = {
    site_key: siteKey,
    url: 'https://bench.example/',
    referrer: `https://${'a.'.repeat(600)}example/`,
  };
  const question = (filters: object[], range: object | string, dimensions: string[]): string =>
    JSON.stringify({ metrics: ['visitors', 'bounce_rate'], dimensions, filters, date_range: range });
  const query = `/api/v1/stats/${websiteId}/query`;
  // TEST-NET-1 (RFC 5737): packets to it are dropped, or refused at once.
  const nowhere = 'http://192.0.2.1/';
  return [
    ...hostileInputs(paletteId).map(({ name, path, body }) => ({ name, path, body })),
    {
      name: '70 hits with long referrers',
      path: '/api/v1/events',
      body: JSON.stringify({ events: Array.from({ length: 70 }, () => hit) }),
    },
    {
      name: 'a century of statistics by day',
      path: query,
      body: question([], { from: '1926-01-01', to: '2026-01-01' }, ['time:day']),
    },
    {
      name: 'a filter of a hundred long values',
      path: query,
      body: question(
        [
          {
            dimension: 'page',
            operator: 'contains',
            values: Array.from({ length: 100 }, (_, n) => `${n}${'ab'.repeat(200)}`),
          },
        ],
        '12mo',
        ['page'],
      ),
    },
    {
      name: 'a report on a host that never answers',
      path: '/api/v1/reports',
      body: JSON.stringify({ url: nowhere }),
    },
    {
      name: 'a crawl of a host that never answers',
      path: '/api/v1/sites',
      body: JSON.stringify({ url: nowhere }),
    },
    { name: 'a search of 200 signs', path: `/api/v1/reports?search=${'%25_'.repeat(100)}` },
    { name: 'a body of 90 KB of brackets', path: '/v1/webhooks', body: '['.repeat(90_000) },
    {
      name: 'a key with 20,000 scopes',
      path: '/v1/keys',
      body: JSON.stringify({ name: 'k', scopes: Array.from({ length: 20_000 }, () => '*') }),
    },
  ];
};

const make = async <Answer>(url: string, key: string, path: string, body: object): Promise<Answer> => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: Answer }).data;
};

const measure = async (milliseconds: number, { cleanUp, log }: BenchContext): Promise<Figure[]> => {
  const platform = await startTemporaryPlatform({ RATE_LIMIT_PER_MINUTE: '6000', LOG_LEVEL: 'fatal' });
  cleanUp(() => platform.stop());
  const { url, key } = platform;
  const other = await platform.createKey('Neighbour');
  const palette = await make<{ id: string }>(url, key, '/v1/palettes', { base_color: '#3366cc' });
  const website = await make<{ id: number; site_key: string }>(url, key, '/api/v1/websites', {
    domain: 'bench.example',
  });
  await usualTimes(url, other, milliseconds);
  const idle = percentile(await usualTimes(url, other, 3 * milliseconds), 0.99);
  log(`idle: p99 ${idle.toFixed(1)} ms`);
  const figures: Figure[] = [{ name: 'idle, p99', value: idle, unit: 'ms' }];
  for (const { name, ...sent } of costly(palette.id, website.id, website.site_key)) {
    const over = new AbortController();
    const statuses = new Map<number, number>();
    const lane = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const status = await send(url, key, sent).catch(() => 0);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const lanes = Array.from({ length: AT_ONCE }, lane);
    const p99 = percentile(await usualTimes(url, other, milliseconds), 0.99);
    over.abort();
    await Promise.all(lanes);
    log(
      `${name}: p99 ${p99.toFixed(1)} ms; ${[...statuses].map(([status, count]) => `${status} × ${count}`).join(', ')}`,
    );
    figures.push({ name, value: p99 / idle, unit: '× idle', aim: { atMost: 2 } });
  }
  return figures;
};

/** How much an organisation's costly requests slow down another's cheap ones. */
export const costlyNeighbours: Benchmark = {
  id: 'costly-neighbours',
  title: 'Costly requests of a neighbour',
  measures:
    'The 99th percentile of an organisation’s cheap requests to every service by the gateway, while another organisation keeps four of the same costly request in flight, against the same on an idle platform.',
  limitSeconds: 1_800,
  run: (context) => measure(context.quick ? 1_500 : 10_000, context),
};
