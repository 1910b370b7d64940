import { Worker } from 'bullmq';
import { createTestDatabase, eventually, hasRedis, startRedis } from '@platform/testing';
import type { TestDatabase, TestRedis } from '@platform/testing';

import { createQueueConnections, migrateQueues, queueBackend } from '../src/index.ts';
import type { QueueConnections } from '../src/index.ts';
import { openQueue, runsJobs, tellsItsState } from './runs-jobs.ts';

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

const connect = (redisUrl?: string): QueueConnections =>
  createQueueConnections({ redisUrl, databaseUrl: database.url, schema: 'jobs_queue' });

describe('a queue', () => {
  it('runs jobs on PostgreSQL, once per job id, and again after a failure', async () => {
    const connections = connect();
    expect(connections.kind).toBe('postgres');
    await runsJobs(connections);
  });

  it('tells how much it has to do and who works on it', async () => {
    await tellsItsState(connect());
  });

  (hasRedis() ? it : it.skip)('tells the same on Redis', async () => {
    await tellsItsState(connect(redis?.url));
  });

  it('pauses while PostgreSQL cannot hand out jobs, and continues when it can', async () => {
    let faults = 0;
    const connections = connect();
    const queue = openQueue(connections, 'pausing');
    await queue.add('job', {});
    await database.database.raw('ALTER TABLE jobs_queue.job RENAME TO job_away');
    const done: unknown[] = [];
    const started = performance.now();
    const worker = new Worker(
      'pausing',
      (job) => Promise.resolve(done.push(job.name)),
      { connection: connections.worker },
      queueBackend,
    );
    worker.on('error', () => (faults += 1));
    await eventually(() => {
      expect(faults).toBeGreaterThan(4);
    });
    // A timer may be a millisecond early. A slow machine only makes the time longer.
    const [told, spent] = [faults, performance.now() - started];
    expect(spent).toBeGreaterThanOrEqual((told - 1) * 249);
    await database.database.raw('ALTER TABLE jobs_queue.job_away RENAME TO job');
    await eventually(() => {
      expect(done).toEqual(['job']);
    });
    await worker.close();
    await queue.close();
  });

  (hasRedis() ? it : it.skip)('does the same on Redis', async () => {
    const connections = connect(redis?.url);
    expect(connections.kind).toBe('redis');
    await runsJobs(connections);
  });

  (hasRedis() ? it : it.skip)(
    'refuses a job at once while Redis is down, and takes jobs when it is back',
    async () => {
      const server = await startRedis();
      const connections = connect(server.url);
      const queue = openQueue(connections, 'jobs');
      await queue.add('first', {});
      await server.kill();
      // One that waited for Redis would never be refused: it comes back only afterwards.
      await expect(queue.add('lost', {})).rejects.toThrow();
      await server.restart();
      await eventually(() => queue.add('second', {}));
      await queue.close();
      await connections.close();
      await server.stop();
    },
  );
});
