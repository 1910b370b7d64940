import pg from 'pg';

import { addDays, planSites } from '@platform/demo/traffic';

import { loadTraffic } from '../bulk/load-traffic.ts';
import type { BenchContext, Benchmark, Figure } from '../harness/benchmark.ts';
import { askAMonth } from '../ingest/ask-a-month.ts';
import { startIngestTarget } from '../ingest/ingest-service.ts';
import type { IngestServer, IngestTarget } from '../ingest/ingest-service.ts';
import { measureCosts } from '../ingest/measure-costs.ts';
import type { Costs } from '../ingest/measure-costs.ts';
import { onCluster } from '../ingest/start-cluster.ts';
import { untilDerived } from '../statistics/until-derived.ts';

/** The events are of these days, up to today. */
const DAYS = 30;
const SMALL_SITES = 99;

/** Fills the tables, through the service's own writer. @returns the websites, the busiest first */
const load = (target: IngestTarget, events: number) =>
  loadTraffic({
    databaseUrl: target.databaseUrl,
    organisation: 'org_test',
    sites: planSites({ seed: 1, events, days: DAYS, smallSites: SMALL_SITES, largeShare: 0.5 }),
    from: addDays(new Date().toISOString().slice(0, 10), -DAYS),
    days: DAYS,
  });

const measureBeside = async (
  events: number,
  seconds: number,
  server?: IngestServer,
): Promise<Costs & { events: number }> => {
  // The one website keeps the service from removing months that no website needs.
  const target = await startIngestTarget(1, {}, server);
  const client = new pg.Client({
    connectionString: target.databaseUrl,
    options: '-c search_path=analytics',
  });
  try {
    await client.connect();
    const loaded = await load(target, events);
    const websiteId = loaded.websites[0]?.id ?? 0;
    await untilDerived(client, () => askAMonth(target, websiteId, true));
    const sites = loaded.websites.map(({ site: { domain }, siteKey }) => ({ domain, siteKey }));
    return { ...(await measureCosts(target, { sites, websiteId, seconds })), events: loaded.events };
  } finally {
    await client.end();
    await target.stop();
  }
};

const figuresOf = (name: string, costs: Costs & { events: number }): Figure[] => [
  { name: `${name}: events there`, value: costs.events, unit: '' },
  { name: `${name}: CPU per event`, value: costs.service + costs.database, unit: 'ms' },
  { name: `${name}: CPU per event: PostgreSQL`, value: costs.database, unit: 'ms' },
  { name: `${name}: CPU per question`, value: costs.perQuestion, unit: 'ms' },
  { name: `${name}: CPU per question with a filter`, value: costs.perFilteredQuestion, unit: 'ms' },
  { name: `${name}: failed`, value: costs.failed, unit: '', aim: { atMost: 0 } },
];

const run = async (context: BenchContext): Promise<readonly Figure[]> => {
  const { quick, log } = context;
  const few = quick ? 500 : 20_000;
  const seconds = quick ? 2 : 8;
  const figures: Figure[] = [];
  const add = (found: readonly Figure[]): void => {
    figures.push(...found);
    // A run that is cut off took its time: what it measured is not lost.
    for (const { name, value, unit } of found) log(`${name} ${Number(value.toPrecision(3))} ${unit}`);
  };
  for (const times of [1, 10, 100]) {
    const name = `${few * times} events`;
    log(name);
    add(figuresOf(name, await measureBeside(few * times, seconds)));
  }
  const script = process.env['CITUS_CLUSTER'] ?? '';
  if (script === '') {
    log('CITUS_CLUSTER names no script that starts a cluster: that part is left out');
    return figures;
  }
  for (const times of [1, 10]) {
    const name = `${few * times} events, on a cluster`;
    log(name);
    const costs = await onCluster(script, context, (server) => measureBeside(few * times, seconds, server));
    add(figuresOf(name, costs));
  }
  return figures;
};

export const ingestHistory: Benchmark = {
  id: 'ingest-history',
  title: 'Events and questions beside 1, 10 and 100 times the events',
  measures:
    'Processor time, of the service and PostgreSQL, per event and per question (a month by day, with and without a filter), beside 20,000, 200,000 and 2 million events of the last 30 days, half of them of one website and the others of 99; with CITUS_CLUSTER also on a cluster of three servers beside 20,000 and 200,000.',
  limitSeconds: 1_800,
  run,
};
