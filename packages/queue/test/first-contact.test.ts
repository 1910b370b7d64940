import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

import { eventually, hasRedis, startRedis } from '@platform/testing';

import { createQueueBackend } from '../src/index.ts';

/** Passes everything on to Redis but the second INFO of a connection, which is what BullMQ sends after ioredis' own. */
const startProxy = async (port: number) => {
  const sockets = new Set<Socket>();
  let swallowed = 0;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let infos = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    upstream.pipe(client);
    client.on('data', (chunk: Buffer) => {
      infos += chunk.toString('latin1').toLowerCase().split('$4\r\ninfo').length - 1;
      if (infos > 1 && swallowed < 10) {
        swallowed += 1;
        client.destroy();
        upstream.destroy();
      } else upstream.write(chunk);
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

(hasRedis() ? it : it.skip)('a queue takes jobs although Redis went away at its first question', async () => {
  const redis = await startRedis();
  const proxy = await startProxy(redis.port);
  const backend = createQueueBackend({
    redisUrl: `redis://127.0.0.1:${proxy.port}`,
    databaseUrl: '',
    schema: 'none',
    onError: () => undefined,
  });
  const queue = backend.queue<object>('jobs');
  await eventually(() => queue.add('job', {}), 5_000);
  expect(await queue.getJobCounts('waiting')).toEqual({ waiting: 1 });
  await backend.close();
  proxy.close();
  await redis.stop();
});
