import { Queue, Worker } from 'bullmq';
import { processVersions, versionsName } from '@platform/runtime';
import { eventually } from '@platform/testing';

import { queueBackend, readQueueState } from '../src/index.ts';
import type { QueueConnections } from '../src/index.ts';

/** A queue whose errors are ignored. */
export const openQueue = (connections: QueueConnections, name: string) => {
  const queue = new Queue(name, { connection: connections.producer }, queueBackend);
  queue.on('error', () => undefined);
  return queue;
};

/** Passes if a queue tells how much it has to do, and which versions its workers run. */
export const tellsItsState = async (connections: QueueConnections): Promise<void> => {
  const queue = openQueue(connections, 'counted');
  await queue.add('now', {});
  await queue.add('later', {}, { delay: 600_000 });
  expect(await readQueueState(queue)).toEqual({
    isShared: true,
    waiting: 1,
    active: 0,
    delayed: 1,
    workers: [],
  });
  const release = Promise.withResolvers<undefined>();
  const worker = new Worker(
    'counted',
    () => release.promise,
    { connection: connections.worker, name: versionsName() },
    queueBackend,
  );
  worker.on('error', () => undefined);
  const { version, node } = processVersions;
  await eventually(async () => {
    expect(await readQueueState(queue)).toEqual({
      isShared: true,
      waiting: 0,
      active: 1,
      delayed: 1,
      workers: [{ version, node }],
    });
  });
  release.resolve(undefined);
  await worker.close();
  await eventually(async () => {
    expect(await readQueueState(queue)).toMatchObject({ active: 0, workers: [] });
  });
  await queue.close();
  await connections.close();
};

/** Passes if jobs run once per job id, and again after a failure. Closes the connections. */
export const runsJobs = async (connections: QueueConnections): Promise<void> => {
  const done: string[] = [];
  const queue = openQueue(connections, 'greetings');
  let failures = 0;
  const worker = new Worker(
    'greetings',
    (job) => {
      const { name } = job.data as { name: string };
      if (name === 'b' && failures++ === 0) throw new Error('once');
      done.push(name);
      return Promise.resolve();
    },
    { connection: connections.worker },
    queueBackend,
  );
  worker.on('error', () => undefined);
  await queue.add('greet', { name: 'a' }, { jobId: 'one' });
  await queue.add('greet', { name: 'a' }, { jobId: 'one' });
  await queue.add('greet', { name: 'b' }, { attempts: 2, backoff: 10 });
  await eventually(() => {
    expect(done.sort()).toEqual(['a', 'b']);
  });
  expect(failures).toBe(2);
  await worker.close();
  await queue.close();
  await connections.close();
};
