import pg from 'pg';

import { cpuOfTree } from '../harness/process-figures.ts';
import { requestsOf, sendLoad } from '../ingest/ingest-load.ts';
import type { LoadResult } from '../harness/steady-load.ts';
import { sendSteadily } from '../harness/steady-load.ts';
import { startIngestTarget } from '../ingest/ingest-service.ts';
import type { Benchmark } from '../harness/benchmark.ts';

/** Events over HTTP, and the processor time that one takes. */
export interface IngestThroughput {
  readonly load: LoadResult;
  /** At a steady `STEADY_SHARE` of what `load` came to. */
  readonly steady: LoadResult;
  /** Milliseconds of processor time per acknowledged event. */
  readonly serviceMs: number;
  readonly databaseMs: number;
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

/** Share of the machine's maximum, at which nobody runs a service. */
const STEADY_SHARE = 0.8;

/** Load, service and PostgreSQL share the machine, so processor time says more than throughput. */
export const measureIngestThroughput = async ({
  seconds = 10,
  connections = 160,
  sites = 101,
}: IngestThroughputOptions = {}): Promise<IngestThroughput> => {
  const target = await startIngestTarget(sites);
  const send = (more: { seconds: number; seed: number }): Promise<LoadResult> =>
    sendLoad(target.url, target.sites, { ...more, connections, path: '/collect' });
  try {
    await send({ seconds: WARM_UP_SECONDS, seed: 2 });
    const stored = await countStored(target.adminUrl);
    const pids = [target.servicePid, ...target.postgresPids];
    const before = await Promise.all(pids.map(cpuOfTree));
    const load = await send({ seconds, seed: 1 });
    const after = await Promise.all(pids.map(cpuOfTree));
    const [serviceMs = 0, databaseMs = 0] = after.map(
      (time, index) => (time - (before[index] ?? 0)) / 1_000 / load.acknowledged,
    );
    const rate = Math.round(STEADY_SHARE * load.perSecond);
    const steady = await sendSteadily(target.url, requestsOf('/collect', target.sites, 1), {
      seconds,
      rate,
      connections,
      status: 204,
    });
    // Requests that were cut off at the end may be stored, too, so at least all that were
    // acknowledged are.
    const acknowledged = load.acknowledged + steady.acknowledged;
    const difference = Math.min(0, (await countStored(target.adminUrl)) - stored - acknowledged);
    return { load, steady, serviceMs, databaseMs, difference };
  } finally {
    await target.stop();
  }
};

export const ingestThroughput: Benchmark = {
  id: 'ingest-throughput',
  title: 'Events over HTTP',
  measures:
    'Reports of the tracker from 160 connections, each acknowledged after commit, with everything on, and the processor time of the service and of PostgreSQL per event; then the latency at a steady 80 % of that load, each report counted from when it was due. Load, service and PostgreSQL share the machine.',
  limitSeconds: 300,
  async run({ quick }) {
    const { load, steady, serviceMs, databaseMs, difference } = await measureIngestThroughput(
      quick ? { seconds: 3 } : {},
    );
    return [
      { name: 'CPU per event', value: serviceMs + databaseMs, unit: 'ms', aim: { atMost: 0.2 } },
      { name: 'CPU per event: service', value: serviceMs, unit: 'ms' },
      { name: 'CPU per event: PostgreSQL', value: databaseMs, unit: 'ms' },
      { name: 'service', value: load.perSecond, unit: 'events/s' },
      { name: 'service: p50', value: load.p50, unit: 'ms' },
      { name: 'service: p99', value: load.p99, unit: 'ms' },
      { name: 'service: failed', value: load.failed, unit: '', aim: { atMost: 0 } },
      { name: 'at 80 %', value: steady.perSecond, unit: 'events/s' },
      { name: 'at 80 %: p50', value: steady.p50, unit: 'ms' },
      { name: 'at 80 %: p99', value: steady.p99, unit: 'ms', aim: { atMost: 40 } },
      { name: 'at 80 %: failed', value: steady.failed, unit: '', aim: { atMost: 0 } },
      { name: 'acknowledged and not stored', value: Math.abs(difference), unit: '', aim: { atMost: 0 } },
    ];
  },
};
