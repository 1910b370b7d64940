import { createTestDatabase, eventually, hasRedis, startRedis } from '@platform/testing';
import type { TestDatabase, TestRedis } from '@platform/testing';

import { createQueueBackend, migrateQueues } from '../src/index.ts';
import type { QueueBackend } from '../src/index.ts';

let database: TestDatabase;
let redis: TestRedis | undefined;
beforeAll(async () => {
  database = await createTestDatabase({
    schema: 'jobs',
    migrations: new URL('./migrations/', import.meta.url),
  });
  await migrateQueues(database.url, 'jobs_queue');
  await migrateQueues(database.url, 'jobs_queue');
  if (hasRedis()) redis = await startRedis();
});
afterAll(async () => {
  await redis?.stop();
  await database.drop();
});

const open = (redisUrl?: string): QueueBackend =>
  createQueueBackend({ redisUrl, databaseUrl: database.url, schema: 'jobs_queue', onError: () => undefined });

const runs = async (backend: QueueBackend): Promise<void> => {
  const done: string[] = [];
  const queue = backend.queue<{ name: string }>('greetings');
  let failures = 0;
  backend.worker<{ name: string }>('greetings', (job) => {
    if (job.data.name === 'b' && failures++ === 0) throw new Error('once');
    done.push(job.data.name);
    return Promise.resolve();
  });
  await queue.add('greet', { name: 'a' }, { jobId: 'one' });
  await queue.add('greet', { name: 'a' }, { jobId: 'one' });
  await queue.add('greet', { name: 'b' }, { attempts: 2, backoff: 10 });
  await eventually(() => {
    expect(done.sort()).toEqual(['a', 'b']);
  });
  expect(failures).toBe(2);
  await backend.close();
};

describe('a queue', () => {
  it('runs jobs on PostgreSQL, once per job id, and again after a fault', async () => {
    const backend = open();
    expect(backend.kind).toBe('postgres');
    await runs(backend);
  });

  it('rests while PostgreSQL can not hand out jobs, and goes on when it can again', async () => {
    const faults: unknown[] = [];
    const backend = createQueueBackend({
      redisUrl: undefined,
      databaseUrl: database.url,
      schema: 'jobs_queue',
      onError: (error) => faults.push(error),
    });
    const queue = backend.queue<object>('resting');
    await queue.add('job', {});
    await database.database.raw('ALTER TABLE jobs_queue.job RENAME TO job_away');
    const done: unknown[] = [];
    backend.worker<object>('resting', (job) => Promise.resolve(done.push(job.name)));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.length).toBeLessThan(20);
    await database.database.raw('ALTER TABLE jobs_queue.job_away RENAME TO job');
    await eventually(() => {
      expect(done).toEqual(['job']);
    });
    await backend.close();
  });

  (hasRedis() ? it : it.skip)('does the same on Redis', async () => {
    const backend = open(redis?.url);
    expect(backend.kind).toBe('redis');
    await runs(backend);
  });

  (hasRedis() ? it : it.skip)(
    'refuses a job at once while Redis is down, and takes jobs when it is back',
    async () => {
      const server = await startRedis();
      const backend = open(server.url);
      const queue = backend.queue<object>('jobs');
      await queue.add('first', {});
      await server.kill();
      const started = Date.now();
      await expect(queue.add('lost', {})).rejects.toThrow();
      expect(Date.now() - started).toBeLessThan(5_000);
      await server.restart();
      await eventually(() => queue.add('second', {}));
      await backend.close();
      await server.stop();
    },
  );
});
