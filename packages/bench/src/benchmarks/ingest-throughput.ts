import pg from 'pg';

import { sendLoad } from '../ingest/ingest-load.ts';
import type { LoadResult } from '../ingest/ingest-load.ts';
import { startIngestTarget } from '../ingest/ingest-service.ts';
import { startUmamiShape } from '../ingest/ingest-umami-shape.ts';
import type { Benchmark, Figure } from '../harness/benchmark.ts';

/**
 * Events a second over HTTP, beside one insert per request into a table of Umami's shape, on the
 * same machine in the same run.
 */
export interface IngestThroughput {
  readonly service: LoadResult;
  readonly umamiShape: LoadResult;
  /** service / umamiShape */
  readonly ratio: number;
  /** Acknowledged events that are in the tables, minus all acknowledged events: 0. */
  readonly difference: number;
}

export interface IngestThroughputOptions {
  seconds?: number;
  connections?: number;
  sites?: number;
}

const countStored = async (adminUrl: string): Promise<number> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>(
      `SELECT (SELECT count(*) FROM analytics.events) + (SELECT coalesce(sum(count), 0) FROM analytics.drops) AS count`,
    );
    return Number(rows[0]?.count ?? 0);
  } finally {
    await client.end();
  }
};

/** Long enough for the pages of all websites to be known; new visitors keep coming. */
const WARM_UP_SECONDS = 10;

/** Measures both, with one warm-up each. Load, service and PostgreSQL share the machine. */
export const measureIngestThroughput = async ({
  seconds = 10,
  connections = 160,
  sites = 101,
}: IngestThroughputOptions = {}): Promise<IngestThroughput> => {
  const load = { seconds, connections, seed: 1 };
  const target = await startIngestTarget(sites);
  let service: LoadResult;
  let difference: number;
  try {
    await sendLoad(target.url, target.sites, {
      ...load,
      path: '/collect',
      seconds: WARM_UP_SECONDS,
      seed: 2,
    });
    const before = await countStored(target.adminUrl);
    service = await sendLoad(target.url, target.sites, { ...load, path: '/collect' });
    // Requests that were cut off at the end may be stored, too, so at least all that were
    // acknowledged are.
    difference = Math.min(0, (await countStored(target.adminUrl)) - before - service.acknowledged);
  } finally {
    await target.stop();
  }
  const reference = await startUmamiShape();
  try {
    await sendLoad(reference.url, target.sites, { ...load, path: '/', seconds: WARM_UP_SECONDS, seed: 2 });
    const umamiShape = await sendLoad(reference.url, target.sites, { ...load, path: '/' });
    return { service, umamiShape, ratio: service.perSecond / umamiShape.perSecond, difference };
  } finally {
    await reference.stop();
  }
};

const figuresOf = (name: string, { p50, failed }: LoadResult): Figure[] => [
  { name: `${name}: p50`, value: p50, unit: 'ms' },
  { name: `${name}: failed`, value: failed, unit: '', aim: { atMost: 0 } },
];

export const ingestThroughput: Benchmark = {
  id: 'ingest-throughput',
  title: 'Events over HTTP',
  measures:
    "Reports of the tracker from 160 connections, each acknowledged after commit, with everything on; beside it one insert per request into a table of Umami's shape (primary key and 14 indexes). Load, service and PostgreSQL share the machine.",
  limitSeconds: 300,
  async run({ quick }) {
    const result = await measureIngestThroughput(quick ? { seconds: 3 } : {});
    const { service, umamiShape, ratio, difference } = result;
    return [
      { name: 'service', value: service.perSecond, unit: 'events/s', aim: { atLeast: 8_000 } },
      ...figuresOf('service', service),
      { name: 'service: p99', value: service.p99, unit: 'ms', aim: { atMost: 40 } },
      { name: "Umami's shape", value: umamiShape.perSecond, unit: 'events/s' },
      ...figuresOf("Umami's shape", umamiShape),
      { name: "Umami's shape: p99", value: umamiShape.p99, unit: 'ms' },
      { name: 'ratio', value: ratio, unit: '×', aim: { atLeast: 5 } },
      { name: 'acknowledged and not stored', value: Math.abs(difference), unit: '', aim: { atMost: 0 } },
    ];
  },
};
