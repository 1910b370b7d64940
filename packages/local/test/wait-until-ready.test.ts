import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { waitUntilReady } from '../src/supervise.ts';

it('asks again when a process takes a question and never answers it', async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    if (asked > 1) response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const child = {
    name: 'worker',
    pid: 1,
    ended: new Promise<never>(() => undefined),
    stop: () => Promise.resolve(),
  };
  await waitUntilReady(child, port);
  expect(asked).toBeGreaterThan(1);
  server.closeAllConnections();
  server.close();
});

it('takes no other program for a process that could not have its port', async () => {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const child = { name: 'worker', pid: 1, ended: Promise.resolve(1), stop: () => Promise.resolve() };
  await expect(waitUntilReady(child, port)).rejects.toThrow('worker ended while it was starting');
  server.close();
});
