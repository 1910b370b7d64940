import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

import { Queue } from 'bullmq';
import { eventually, hasRedis, startRedis } from '@platform/testing';

import { createQueueConnections, queueBackend } from '../src/index.ts';

/**
 * Passes everything on to Redis, which seems to freeze right after a connection is ready: ioredis'
 * own INFO is answered, and BullMQ's first command only once it is thawed.
 */
const startFreezingProxy = async (port: number) => {
  const sockets = new Set<Socket>();
  let frozen = false;
  let thaw = (): void => undefined;
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
        thaw = () => {
          upstream.write(chunk);
          client.resume();
        };
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
    thaw: () => {
      thaw();
    },
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

// Without `skipVersionCheck`, BullMQ's question for the version times out, and its queue refuses
// every later job.
(hasRedis() ? it : it.skip)('a queue takes jobs although Redis froze at its first question', async () => {
  const redis = await startRedis();
  ending.push(() => redis.stop());
  const proxy = await startFreezingProxy(redis.port);
  ending.push(() => {
    proxy.close();
  });
  const connections = createQueueConnections({
    redisUrl: `redis://127.0.0.1:${proxy.port}`,
    databaseUrl: '',
    schema: 'none',
  });
  const queue = new Queue('jobs', { connection: connections.producer }, queueBackend);
  queue.on('error', () => undefined);
  await expect(queue.add('lost', {})).rejects.toThrow('Command timed out');
  proxy.thaw();
  await eventually(() => queue.add('job', {}, { jobId: 'one' }));
  expect(await queue.getJob('one')).toMatchObject({ name: 'job' });
  await queue.close();
  await connections.close();
});
