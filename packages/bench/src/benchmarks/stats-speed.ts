import { startPostgres } from '@platform/testing';
import pg from 'pg';

import { loadTraffic } from '../bulk/load-traffic.ts';
import { startService } from '../harness/start-service.ts';
import { createGoalQuestions } from '../statistics/goal-questions.ts';
import { untilDerived } from '../statistics/until-derived.ts';

import { addDays, planSites } from '@platform/demo/traffic';
import type { TrafficPlan } from '@platform/demo/traffic';

import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { percentile } from '../harness/percentile.ts';

/** A question and how long its answers took, in milliseconds. */
export interface StatsTiming {
  readonly name: string;
  readonly days: number;
  readonly p50: number;
  readonly p99: number;
}

export interface StatsSpeedResult {
  readonly events: number;
  readonly timings: readonly StatsTiming[];
}

export interface StatsSpeedOptions {
  /** Of one large website and many small ones, in the days up to today. */
  readonly traffic: TrafficPlan;
  readonly rounds: number;
  readonly log: (line: string) => void;
}

const RANGES: readonly (readonly [days: number, period: string])[] = [
  [1, 'today'],
  [30, '30d'],
  [365, '12mo'],
];

const COUNTRY = { dimension: 'country', operator: 'is', values: ['US', 'DE', 'GB'] };
const DEVICE = { dimension: 'device', operator: 'is', values: ['mobile'] };
const PAGE = { dimension: 'page', operator: 'contains', values: ['/docs'] };

/** Questions of the query interface. */
const QUERIES: readonly (readonly [name: string, body: object])[] = [
  [
    'totals',
    {
      metrics: ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'],
      compare: 'previous_period',
    },
  ],
  ['days', { metrics: ['visitors'], dimensions: ['time:day'] }],
  ['pages', { metrics: ['pageviews', 'visitors'], dimensions: ['page'] }],
  ['entry pages', { metrics: ['visits'], dimensions: ['entry_page'] }],
  ['referrers', { metrics: ['visitors'], dimensions: ['referrer'] }],
  ['countries', { metrics: ['visitors'], dimensions: ['country'] }],
  ['cities', { metrics: ['visitors'], dimensions: ['city'] }],
  ['events', { metrics: ['events'], dimensions: ['event'] }],
  ['two filters, totals', { metrics: ['visitors', 'visits', 'bounce_rate'], filters: [COUNTRY, DEVICE] }],
  ['two filters, browsers', { metrics: ['visitors'], dimensions: ['browser'], filters: [COUNTRY, DEVICE] }],
  ['two filters, days', { metrics: ['visits'], dimensions: ['time:day'], filters: [COUNTRY, DEVICE] }],
  ['page filter, totals', { metrics: ['pageviews', 'visitors'], filters: [PAGE] }],
  ['page and country, sources', { metrics: ['visits'], dimensions: ['referrer'], filters: [PAGE, COUNTRY] }],
];

/** How many milliseconds may pass until what was never asked before is answered. */
const FIRST_ANSWER_WITHIN = 600_000;

/** Asks until the cache of the operating system and of PostgreSQL is warm, then takes the times. */
const timeOf = async (rounds: number, ask: () => Promise<unknown>): Promise<{ p50: number; p99: number }> => {
  await ask();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    await ask();
    times.push(performance.now() - begin);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
};

/**
 * Times the statistics page and the query interface through HTTP, and beside them the group-by on
 * raw events.
 */
export const measureStatsSpeed = async ({
  traffic,
  rounds,
  log,
}: StatsSpeedOptions): Promise<StatsSpeedResult> => {
  const postgres = await startPostgres();
  // The tables are filled while no service looks after them: its maintenance would remove
  // partitions that no website needs.
  const first = await startService('analytics', { postgresUrl: postgres.url });
  await first.stop();
  const client = new pg.Client({ connectionString: first.databaseUrl, options: '-c search_path=analytics' });
  await client.connect();
  const today = new Date().toISOString().slice(0, 10);
  const { websites, events } = await loadTraffic({
    databaseUrl: first.databaseUrl,
    organisation: 'org_test',
    sites: planSites(traffic),
    log,
    from: addDays(today, 1 - traffic.days),
    days: traffic.days,
  });
  const [large, small] = websites;
  if (!large || !small) throw new Error('There are no websites.');
  await client.query('UPDATE websites SET privacy = 0');
  log(`${events} events`);
  const service = await startService('analytics', { postgresUrl: postgres.url });
  let patience = 0;
  try {
    /** Asks, and asks again as long as a question is put off until its days have been counted. */
    const fetchOk = async (path: string, options: RequestInit = {}): Promise<void> => {
      const answer = await fetch(service.url + path, options);
      const wait = Number(answer.headers.get('retry-after'));
      if (answer.status === 503 && wait > 0 && performance.now() < patience) {
        await answer.body?.cancel();
        log(`${path.slice(0, 60)}: 503, asked again after ${wait} s`);
        await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
        await fetchOk(path, options);
        return;
      }
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    };
    const timings: StatsTiming[] = [];
    const take = async (name: string, days: number, ask: () => Promise<unknown>): Promise<void> => {
      const timing = { name, days, ...(await timeOf(days > 30 ? Math.ceil(rounds / 2) : rounds, ask)) };
      timings.push(timing);
      log(`${name}, ${days} days: p50 ${timing.p50.toFixed(1)} ms, p99 ${timing.p99.toFixed(1)} ms`);
    };
    // An identity lives for a minute; the signer makes a new one in time.
    const headers = async (): Promise<Record<string, string>> => ({
      authorization: await service.identity.bearer(),
      'content-type': 'application/json',
    });
    const goalQuestions = await createGoalQuestions(fetchOk, large, headers);
    const filtered = (period: string): Promise<void> =>
      fetchOk(`/s/${large.siteKey}?period=${period}&f=country%3DUS&f=device%3Dmobile`);
    const begin = performance.now();
    patience = begin + FIRST_ANSWER_WITHIN;
    await filtered('12mo');
    const ofRows = performance.now() - begin;
    timings.push({
      name: 'page, two filters, when nothing is derived yet',
      days: 365,
      p50: ofRows,
      p99: ofRows,
    });
    await untilDerived(client, async () => {
      await fetchOk(`/s/${large.siteKey}?period=12mo`);
      await filtered('12mo');
      for (const { ask } of goalQuestions) await ask(addDays(today, 1 - 365), today);
    });
    // Requests timed from here on must be answered at once.
    patience = 0;
    log(`derived in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
    for (const [days, period] of RANGES) {
      await take('page', days, () => fetchOk(`/s/${large.siteKey}?period=${period}`));
      await take('page of a small website', days, () => fetchOk(`/s/${small.siteKey}?period=${period}`));
      await take('page, two filters', days, () => filtered(period));
      for (const [name, question] of QUERIES)
        await take(name, days, async () =>
          fetchOk(`/api/v1/stats/${large.id}/query`, {
            method: 'POST',
            headers: await headers(),
            body: JSON.stringify({ ...question, date_range: period, per_page: 10 }),
          }),
        );
      for (const { name, ask } of goalQuestions)
        await take(name, days, () => ask(addDays(today, 1 - days), today));
      await take('raw events: pages', days, () =>
        client.query(
          `SELECT d.value, count(*), count(DISTINCT e.visit_id) FROM events e JOIN dictionary d ON d.website_id = e.website_id AND d.id = e.page_id
           WHERE e.website_id = $2 AND e.kind = 0 AND e.ts >= now() - $1 * interval '1 day' GROUP BY 1 ORDER BY 2 DESC LIMIT 10`,
          [days, large.id],
        ),
      );
    }
    return { events, timings };
  } finally {
    await client.end();
    await service.stop();
    await postgres.stop();
  }
};

const FULL = { seed: 1, events: 10_000_000, days: 365, smallSites: 1_000, largeShare: 0.8 };
const QUICK = { seed: 1, events: 150_000, days: 365, smallSites: 10, largeShare: 0.8 };

const aimOf = (name: string, days: number): { atMost: number } | undefined => {
  if (name === 'page' || name === 'page of a small website') return { atMost: 100 };
  if (name === 'page, two filters') return { atMost: 300 };
  if (name.includes('nothing is derived')) return undefined;
  if (name.includes('goals') || name.includes('funnel')) return { atMost: 300 };
  if (!name.includes('filter') && !name.includes(' and ')) return undefined;
  return { atMost: days > 30 ? 1_500 : 300 };
};

export const statsSpeed: Benchmark = {
  id: 'stats-speed',
  title: 'Statistics',
  measures:
    'The statistics page and the query interface over HTTP on 10 million events (one website with 80 % of them, four goals and a funnel; 1,000 small ones), one question at a time; beside them the group-by on raw events. PostgreSQL on the same machine.',
  limitSeconds: 5_400,
  async run({ quick, log }) {
    const { events, timings } = await measureStatsSpeed({
      traffic: quick ? QUICK : FULL,
      rounds: quick ? 5 : 20,
      log,
    });
    return [
      { name: 'raw events', value: events, unit: '' },
      ...timings.flatMap(({ name, days, p50, p99 }): Figure[] => {
        const aim = aimOf(name, days);
        return [
          { name: `${name}, ${days} days, p50`, value: p50, unit: 'ms', ...(aim && { aim }) },
          { name: `${name}, ${days} days, p99`, value: p99, unit: 'ms' },
        ];
      }),
    ];
  },
};
