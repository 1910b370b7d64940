import pg from 'pg';

import { startIngestTarget } from '../ingest/ingest-service.ts';
import { createRandom, traffic } from '../ingest/ingest-traffic.ts';
import type { TrafficEvent } from '../ingest/ingest-traffic.ts';
import type { Benchmark } from '../harness/benchmark.ts';

/** Disk space of events, indexes included, after they came in over the API. */
export interface IngestBytes {
  readonly events: number;
  /** Bytes an event of the raw table with its index. */
  readonly perEvent: number;
  /** Bytes an event of each table that grows with the traffic. */
  readonly tables: Readonly<Record<string, number>>;
  /** Events a second over POST /api/v1/events, in batches of 1,000. */
  readonly perSecond: number;
}

const TABLES = [
  'events',
  'visits',
  'rollup_quarters',
  'rollup_pages',
  'rollup_values',
  'dictionary',
  'drops',
];
const BATCH = 1_000;
const DAYS = 30;

const sizesOf = async (adminUrl: string): Promise<{ events: number; bytes: Record<string, number> }> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; bytes: string }>(
      // A table without partitions is not in its own partition tree.
      `SELECT t.name, coalesce(
         (SELECT sum(pg_total_relation_size(p.relid)) FROM pg_partition_tree(('analytics.' || t.name)::regclass) p),
         pg_total_relation_size(('analytics.' || t.name)::regclass)) AS bytes
       FROM unnest($1::text[]) AS t (name)`,
      [TABLES],
    );
    const count = await client.query<{ count: string }>('SELECT count(*) FROM analytics.events');
    const bytes = Object.fromEntries(rows.map((row) => [row.name, Number(row.bytes)]));
    return { events: Number(count.rows[0]?.count), bytes };
  } finally {
    await client.end();
  }
};

/** The next batch; `take` of the iterator would end the stream. */
const next = (stream: Generator<TrafficEvent>): TrafficEvent[] =>
  Array.from({ length: BATCH }, () => stream.next().value as TrafficEvent);

/** Page views and events of a month, spread over it in order, as a backfill sends them. */
const toBody = (events: readonly TrafficEvent[], from: number, random: () => number, share: number): string =>
  JSON.stringify({
    events: events.map((event, index) => ({
      site_key: event.site.siteKey,
      name: event.name === 'engagement' ? 'pageview' : event.name,
      url: `https://${event.site.domain}${event.path}`,
      referrer: event.referrer,
      ip: event.address,
      user_agent: event.userAgent,
      language: event.language,
      screen: event.screen.join('x'),
      time: new Date(from + (share + (index + random()) * 1e-9) * DAYS * 86_400_000).toISOString(),
    })),
  });

/** Sends `count` events and measures the tables. */
export const measureIngestBytes = async (count = 1_000_000): Promise<IngestBytes> => {
  const target = await startIngestTarget(101);
  try {
    const random = createRandom(3);
    const stream = traffic(target.sites, 3);
    const from = Date.now() - DAYS * 86_400_000;
    const startedAt = performance.now();
    for (let sent = 0; sent < count; sent += BATCH) {
      const answer = await fetch(`${target.url}/api/v1/events`, {
        method: 'POST',
        headers: { authorization: await target.authorize(), 'content-type': 'application/json' },
        body: toBody(next(stream), from, random, sent / count),
      });
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const { events, bytes } = await sizesOf(target.adminUrl);
    const tables = Object.fromEntries(
      Object.entries(bytes).map(([name, size]) => [name, Math.round((size / events) * 10) / 10]),
    );
    return { events, perEvent: tables['events'] ?? NaN, tables, perSecond: Math.round(events / seconds) };
  } finally {
    await target.stop();
  }
};

export const ingestBytes: Benchmark = {
  id: 'ingest-bytes',
  title: 'Bytes an event',
  measures:
    'A month of traffic of 101 websites (1 M events) sent to POST /api/v1/events in batches of 1,000; then the size of each table, indexes included, by the number of events.',
  limitSeconds: 900,
  async run({ quick }) {
    const { perEvent, tables, perSecond } = await measureIngestBytes(quick ? 50_000 : 1_000_000);
    const others = Object.entries(tables).filter(([name]) => name !== 'events');
    return [
      { name: 'events with their index', value: perEvent, unit: 'bytes', aim: { atMost: 120 } },
      ...others.map(([name, value]) => ({ name, value, unit: 'bytes' })),
      { name: 'backfill', value: perSecond, unit: 'events/s' },
    ];
  },
};
