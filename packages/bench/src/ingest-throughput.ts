import pg from 'pg';

import { sendLoad } from './ingest-load.ts';
import type { LoadResult } from './ingest-load.ts';
import { startIngestTarget } from './ingest-service.ts';
import { startUmamiShape } from './ingest-umami-shape.ts';

/** Events a second over HTTP, beside one insert per request into a table of Umami's shape, on the same machine in the same run. */
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
    // Requests that were cut off at the end may be stored, too, so at least all that were acknowledged are.
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

if (import.meta.main) {
  const [seconds = '10', connections = '160'] = process.argv.slice(2);
  const result = await measureIngestThroughput({
    seconds: Number(seconds),
    connections: Number(connections),
  });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}
