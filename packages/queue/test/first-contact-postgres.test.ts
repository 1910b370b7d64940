import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { createTestDatabase, eventually } from '@platform/testing';
import { versionsName } from '@platform/runtime';
import { Worker } from 'bullmq';

import { createQueueConnections, migrateQueues, queueBackend, readQueueState } from '../src/index.ts';
import { openQueue } from './runs-jobs.ts';

const ending: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ending.reverse()) await end();
});

/** A way to PostgreSQL that hangs up on everybody until it is opened. */
const startGate = async (port: number) => {
  let isOpen = false;
  let refused = 0;
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    if (!isOpen) {
      refused += 1;
      client.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    refused: () => refused,
    open() {
      isOpen = true;
    },
    close: () => server.close(),
  };
};

// BullMQ keeps the outcome of its first look at the tables: its queue refused every later job, and its
// worker never ran one, where PostgreSQL was away or slow at that moment.
it('a queue and a worker go on although PostgreSQL was away at their first question', async () => {
  const database = await createTestDatabase({
    schema: 'jobs',
    migrations: new URL('./migrations/', import.meta.url),
  });
  ending.push(() => database.drop());
  await migrateQueues(database.url, 'jobs_queue');
  const gate = await startGate(Number(new URL(database.url).port));
  ending.push(() => gate.close());
  const url = new URL(database.url);
  url.port = String(gate.port);

  const connections = createQueueConnections({ databaseUrl: url.href, schema: 'jobs_queue' });
  const queue = openQueue(connections, 'early');
  const done: unknown[] = [];
  const worker = new Worker(
    'early',
    (job) => Promise.resolve(done.push(job.name)),
    {
      connection: connections.worker,
      name: versionsName(),
      runRetryDelay: 100,
      // It waits for five seconds after an error, closed or not.
      skipStalledCheck: true,
    },
    queueBackend,
  );
  worker.on('error', () => undefined);
  ending.push(
    () => queue.close(),
    () => worker.close(),
  );
  await expect(queue.add('lost', {})).rejects.toThrow();
  await eventually(() => {
    expect(gate.refused()).toBeGreaterThan(1);
  });

  gate.open();
  await eventually(() => queue.add('job', {}, { jobId: 'one' }));
  await eventually(() => {
    expect(done).toEqual(['job']);
  });
  // Operators see the worker, too.
  await eventually(async () => {
    expect((await readQueueState(queue)).workers).toHaveLength(1);
  });
});
