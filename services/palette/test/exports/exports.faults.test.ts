import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import { eventually, hasRedis, startPostgres, startRedis } from '@platform/testing';
import type { TestPostgres, TestRedis } from '@platform/testing';

import { killHard, startExportProcesses } from './export-processes.ts';
import type { ExportProcesses } from './export-processes.ts';

/** Exports per fault; `EXPORT_FAULT_COUNT=500` for the long run. */
const COUNT = Number(process.env['EXPORT_FAULT_COUNT'] ?? 60);
const PATIENCE = 60_000 + COUNT * 200;

interface Seen {
  status: string;
  completed_at: string | null;
  sha256: string | null;
  error: unknown;
}

/** A client that doesn't give up: it repeats what got no answer, or 503. */
const createClient = (url: string, bearer: () => Promise<string>) => {
  const call = async (method: string, path: string, body?: object) => {
    const end = Date.now() + PATIENCE;
    for (;;) {
      try {
        const answer = await fetch(url + path, {
          method,
          headers: { Authorization: await bearer(), 'Content-Type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: AbortSignal.timeout(20_000),
        });
        if (answer.status !== 503) return { status: answer.status, data: (await answer.json()).data };
      } catch (error) {
        if (Date.now() > end) throw error;
      }
      if (Date.now() > end) throw new Error(`${method} ${path} gets no answer.`);
      await sleep(50);
    }
  };
  return {
    async palette(): Promise<string> {
      return (await call('POST', '/v1/palettes', { base_color: '#336699', count: 8 })).data.id as string;
    },
    async accept(palette: string, number: number): Promise<string> {
      const format = number % 3 === 0 ? 'png' : 'css';
      const body = { palette_id: palette, format, prefix: `run-${number}` };
      const { status, data } = await call('POST', '/v1/tokens/export', body);
      if (status !== 202) throw new Error(`Refused with ${status}`);
      return data.id as string;
    },
    status: async (id: string): Promise<Seen> => (await call('GET', `/v1/tokens/${id}/status`)).data,
    hold: async (id: string): Promise<Seen> => (await call('GET', `/v1/tokens/${id}/status?wait=2`)).data,
  };
};

type Client = ReturnType<typeof createClient>;

/** Accepts all exports, four at a time. */
const acceptAll = async (client: Client, palette: string): Promise<string[]> => {
  const ids: string[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (next < COUNT) ids.push(await client.accept(palette, next++));
    }),
  );
  return ids;
};

/** Waits for each export to end; returns the client's view of it. */
const endOfAll = async (client: Client, ids: readonly string[]): Promise<Map<string, Seen>> => {
  const ends = new Map<string, Seen>();
  const end = Date.now() + PATIENCE;
  const queue = [...ids];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        let seen = await client.hold(id);
        while (!['completed', 'failed'].includes(seen.status) && Date.now() < end)
          seen = await client.hold(id);
        ends.set(id, seen);
      }
    }),
  );
  return ends;
};

const backends = hasRedis() ? (['postgres', 'redis'] as const) : (['postgres'] as const);

describe.each(backends)('with the queue in %s', (backend) => {
  let postgres: TestPostgres;
  let redis: TestRedis | undefined;
  let processes: ExportProcesses;
  let client: Client;
  let workers: ChildProcess[];
  let palette: string;

  beforeAll(async () => {
    postgres = await startPostgres({ durable: true });
    redis = backend === 'redis' ? await startRedis() : undefined;
    processes = await startExportProcesses({ postgresUrl: postgres.url, redisUrl: redis?.url });
    client = createClient(processes.url, () => processes.bearer());
    workers = [await processes.startWorker(), await processes.startWorker()];
  });

  afterAll(async () => {
    await processes.stop();
    await redis?.stop();
    await postgres.stop();
  });

  // A palette for each fault, so that no export of one is shared with another.
  beforeEach(async () => {
    palette = await client.palette();
  });

  const countOf = async (statuses: readonly string[]): Promise<number> => {
    const rows: unknown[] = await processes.database
      .database('exports')
      .where({ palette_id: palette })
      .whereIn('status', statuses)
      .select('id');
    return rows.length;
  };

  /**
   * Lets `fault` happen when a quarter of the exports is completed, and expects that nobody
   * notices.
   */
  const survives = async (fault: () => Promise<void>): Promise<void> => {
    const accepting = acceptAll(client, palette);
    await eventually(async () => {
      expect(await countOf(['completed'])).toBeGreaterThanOrEqual(COUNT / 4);
    }, PATIENCE);
    expect(await countOf(['completed'])).toBeLessThan(COUNT);
    await fault();
    const ids = await accepting;
    expect(new Set(ids).size).toBe(COUNT);
    const ends = await endOfAll(client, ids);
    expect([...ends.values()].filter(({ status }) => status !== 'completed')).toEqual([]);
    // Completed once: nothing moves any more, although jobs that were taken twice have had time to
    // end twice.
    await sleep(1_000);
    const later = await Promise.all(ids.map(async (id) => [id, await client.status(id)] as const));
    expect(new Map(later)).toEqual(new Map(ids.map((id) => [id, ends.get(id)])));
    const files: { export_id: string }[] = await processes.database
      .database('export_files')
      .whereIn('export_id', ids)
      .select('export_id');
    expect(files).toHaveLength(COUNT);
  };

  it(
    'a killed worker loses nothing while another keeps running',
    async () => {
      await survives(async () => {
        await killHard(workers[0]!);
        workers[0] = await processes.startWorker();
      });
    },
    PATIENCE * 2,
  );

  it(
    'killing all workers loses nothing once one is back',
    async () => {
      await survives(async () => {
        await Promise.all(workers.map(killHard));
        workers = [await processes.startWorker(), await processes.startWorker()];
      });
    },
    PATIENCE * 2,
  );

  it(
    'a crash of PostgreSQL loses nothing',
    async () => {
      await survives(async () => {
        await postgres.kill();
        await sleep(500);
        await postgres.restart();
      });
    },
    PATIENCE * 2,
  );

  if (backend === 'redis')
    it(
      'a crash of Redis with an append-only file loses nothing, and exports are accepted meanwhile',
      async () => {
        await survives(async () => {
          await redis?.kill();
          expect(await client.accept(palette, COUNT - 1)).toMatch(/^exp_/);
          await sleep(500);
          await redis?.restart();
        });
      },
      PATIENCE * 2,
    );
});
