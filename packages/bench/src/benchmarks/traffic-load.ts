import { startPostgres } from '@platform/testing';
import pg from 'pg';

import type { Benchmark } from '../harness/benchmark.ts';
import { loadTraffic } from '../bulk/load-traffic.ts';
import { startService } from '../harness/start-service.ts';

import { planSites } from '@platform/demo/traffic';

const tablesSize = async (databaseUrl: string): Promise<number> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c
     WHERE c.relnamespace = 'analytics'::regnamespace AND c.relkind = 'r' AND c.relname LIKE 'events_y%'`,
  );
  await client.end();
  return Number(rows[0]?.bytes);
};

export const trafficLoad: Benchmark = {
  id: 'traffic-load',
  title: 'The traffic generator',
  measures:
    'A year of one large website and 1,000 small ones, made and written into the analytics tables with all rollups; 10 million events (quick: 200,000).',
  limitSeconds: 900,
  async run({ quick, log, cleanUp }) {
    const postgres = await startPostgres({ durable: true, settings: ['max_wal_size=4GB'] });
    cleanUp(() => postgres.stop());
    const service = await startService('analytics', { postgresUrl: postgres.url });
    cleanUp(() => service.stop());
    const days = quick ? 30 : 365;
    const sites = planSites({
      seed: 1,
      events: quick ? 200_000 : 10_000_000,
      days,
      largeShare: 0.6,
      smallSites: quick ? 50 : 1_000,
    });
    const { databaseUrl } = service;
    const from = '2025-11-01';
    const loaded = await loadTraffic({ databaseUrl, organisation: 'org_bench', sites, from, days, log });
    const bytes = await tablesSize(databaseUrl);
    return [
      { name: 'events', value: loaded.events, unit: '' },
      { name: 'visits', value: loaded.visits, unit: '' },
      {
        name: 'made and loaded in',
        value: loaded.seconds,
        unit: 's',
        ...(quick ? {} : { aim: { atMost: 600 } }),
      },
      { name: 'rate', value: loaded.events / loaded.seconds, unit: 'events/s' },
      {
        name: 'raw events with their index',
        value: bytes / loaded.events,
        unit: 'bytes/event',
        aim: { atMost: 120 },
      },
    ];
  },
};
