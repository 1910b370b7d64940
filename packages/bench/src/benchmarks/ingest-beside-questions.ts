import pg from 'pg';

import { addDays, planSites } from '@platform/demo/traffic';

import { loadTraffic } from '../bulk/load-traffic.ts';
import type { LoadedSite } from '../bulk/load-traffic.ts';
import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { sendLoad } from '../ingest/ingest-load.ts';
import type { LoadResult } from '../harness/steady-load.ts';
import { startIngestTarget } from '../ingest/ingest-service.ts';
import type { IngestTarget } from '../ingest/ingest-service.ts';
import { askAMonth } from '../ingest/ask-a-month.ts';
import { untilDerived } from '../statistics/until-derived.ts';

/** The heaviest that may be asked: a century by day, beside the year before. */
const CENTURY = {
  metrics: ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'],
  dimensions: ['time:day'],
  date_range: { from: '1999-12-31', to: '2099-12-31' },
  compare: 'previous_year',
  sort: [{ by: 'visitors', order: 'desc' }],
  per_page: 1_000,
};
/** Counts the visits of a year, from columns. */
const FILTERED = {
  metrics: ['visitors', 'visits', 'bounce_rate'],
  dimensions: ['browser'],
  filters: [
    { dimension: 'country', operator: 'is', values: ['US', 'DE', 'GB'] },
    { dimension: 'device', operator: 'is', values: ['mobile'] },
  ],
  date_range: '12mo',
};
const CONNECTIONS = 8;
const DAYS = 365;

interface Asker {
  readonly name: string;
  readonly ask: () => Promise<unknown>;
}

/** Asks again and again until `isOver`. @returns how often, and how long the slowest answer took */
const repeat = async ({ ask }: Asker, isOver: () => boolean) => {
  let [asked, slowest] = [0, 0];
  while (!isOver()) {
    const begun = performance.now();
    await ask();
    asked += 1;
    slowest = Math.max(slowest, performance.now() - begun);
  }
  return { asked, slowest };
};

/** The questions that are asked, each of which makes the service work for long. */
const askersOf = (target: IngestTarget, { id, siteKey }: LoadedSite): readonly Asker[] => {
  const fetchOk = async (path: string, options: RequestInit = {}): Promise<void> => {
    const answer = await fetch(target.url + path, options);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  };
  const query = async (question: object): Promise<void> =>
    fetchOk(`/api/v1/stats/${id}/query`, {
      method: 'POST',
      headers: { authorization: await target.authorize(), 'content-type': 'application/json' },
      body: JSON.stringify(question),
    });
  return [
    { name: 'a century by day', ask: () => query(CENTURY) },
    { name: 'a year with filters', ask: () => query(FILTERED) },
    {
      name: 'pages of a year with filters',
      ask: () => fetchOk(`/s/${siteKey}?period=12mo&f=country%3DUS&f=device%3Dmobile`),
    },
  ];
};

const figuresOf = (name: string, { p50, p99, failed }: LoadResult, aim?: Figure['aim']): Figure[] => [
  { name: `${name}: p50`, value: p50, unit: 'ms' },
  { name: `${name}: p99`, value: p99, unit: 'ms', ...(aim && { aim }) },
  { name: `${name}: failed`, value: failed, unit: '', aim: { atMost: 0 } },
];

/** A website with a year of traffic, whose sums and columns have been derived. */
const loadWebsite = async (target: IngestTarget, events: number): Promise<LoadedSite> => {
  const client = new pg.Client({
    connectionString: target.databaseUrl,
    options: '-c search_path=analytics',
  });
  await client.connect();
  try {
    const { websites } = await loadTraffic({
      databaseUrl: target.databaseUrl,
      organisation: 'org_test',
      sites: planSites({ seed: 1, events, days: DAYS, smallSites: 0, largeShare: 1 }),
      from: addDays(new Date().toISOString().slice(0, 10), -DAYS),
      days: DAYS,
    });
    const [website] = websites;
    if (!website) throw new Error('There is no website.');
    await client.query('UPDATE websites SET privacy = 0');
    const askers = askersOf(target, website);
    await untilDerived(client, async () => {
      await askAMonth(target, website.id, true);
      for (const { ask } of askers) await ask();
    });
    return website;
  } finally {
    await client.end();
  }
};

export const ingestBesideQuestions: Benchmark = {
  id: 'ingest-beside-questions',
  title: 'Events beside the heaviest questions',
  measures:
    'Latency of the collect endpoint from 8 connections, alone and while one of the heaviest questions is asked without a pause: a century by day with a comparison, a year with two filters, and the statistics page of a year with two filters; about a website with a million events, in a time zone with summer time.',
  limitSeconds: 600,
  async run({ quick, cleanUp, log }) {
    const target = await startIngestTarget(11, { timezone: 'Europe/Berlin' });
    cleanUp(() => target.stop());
    const website = await loadWebsite(target, quick ? 20_000 : 1_000_000);
    const seconds = quick ? 3 : 10;
    const send = (seed: number) =>
      sendLoad(target.url, target.sites, { seed, seconds, path: '/collect', connections: CONNECTIONS });
    await send(3);
    const figures = figuresOf('alone', await send(1));
    for (const asker of askersOf(target, website)) {
      log(asker.name);
      let isOver = false;
      const asking = repeat(asker, () => isOver);
      const beside = await send(2).finally(() => {
        isOver = true;
      });
      const { asked, slowest } = await asking;
      figures.push(
        ...figuresOf(`beside ${asker.name}`, beside, { atMost: 40 }),
        { name: `${asker.name}: answers`, value: asked, unit: '' },
        { name: `${asker.name}: slowest`, value: slowest, unit: 'ms' },
      );
    }
    return figures;
  },
};
