import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

import { eventually, hasRedis, startRedis } from '@platform/testing';

import { createQueueBackend } from '../src/index.ts';

/** Longer than a producer waits for an answer. */
const FROZEN_MILLISECONDS = 3_000;

/**
 * Passes everything on to Redis, but as if it froze for a while right after a connection was ready: ioredis' own INFO is
 * answered, and what BullMQ sends first is answered late.
 */
const startFreezingProxy = async (port: number) => {
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let ready = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    upstream.pipe(client);
    client.on('data', (chunk: Buffer) => {
      if (ready && !frozen) {
        frozen = true;
        client.pause();
        setTimeout(() => {
          upstream.write(chunk);
          client.resume();
        }, FROZEN_MILLISECONDS);
        return;
      }
      ready ||= chunk.toString('latin1').toLowerCase().includes('$4\r\ninfo');
      upstream.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

const ending: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ending.reverse()) await end();
});

// Without `skipVersionCheck` BullMQ's question for the version times out, and its queue refuses all jobs from then on.
(hasRedis() ? it : it.skip)('a queue takes jobs although Redis froze at its first question', async () => {
  const redis = await startRedis();
  ending.push(() => redis.stop());
  const proxy = await startFreezingProxy(redis.port);
  ending.push(() => {
    proxy.close();
  });
  const backend = createQueueBackend({
    redisUrl: `redis://127.0.0.1:${proxy.port}`,
    databaseUrl: '',
    schema: 'none',
    onError: () => undefined,
  });
  const queue = backend.queue<object>('jobs');
  await expect(queue.add('lost', {})).rejects.toThrow('Command timed out');
  await eventually(() => queue.add('job', {}, { jobId: 'one' }));
  expect(await queue.getJob('one')).toMatchObject({ name: 'job' });
  await backend.close();
});
