import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { childEnvironment, eventually, freePort } from '@platform/testing';
import request from 'supertest';

import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Testbed } from './harness.ts';

let testbed: Testbed;
let service: FakeService;
let key: string;
let gateway: ChildProcess;
let url: string;

const start = async (): Promise<void> => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  gateway = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
    env: {
      ...childEnvironment(),
      DATABASE_URL: testbed.database.url,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      ANALYTICS_URL: service.url,
    },
    stdio: 'inherit',
  });
  await eventually(() => request(url).get('/health/ready').expect(200));
};

const stop = async (signal: NodeJS.Signals): Promise<void> => {
  const ended = once(gateway, 'exit');
  gateway.kill(signal);
  await ended;
};

beforeAll(async () => {
  testbed = await startTestbed();
  service = await startService((_request, response) => {
    response.setHeader('X-Request-Usage', 'events=7').end('ok');
  });
  key = (await testbed.issue()).text;
  await start();
});

afterAll(async () => {
  await stop('SIGKILL');
  await testbed.close();
  await service.close();
});

const send = async (count: number): Promise<void> => {
  for (let sent = 0; sent < count; sent += 1)
    await request(url).get('/api/v1/events').set(bearer(key)).expect(200);
};

const stored = async (): Promise<{ requests: number; events: number }> => {
  const [sums] = await testbed.database
    .database('usage')
    .sum<{ requests: string; events: string }[]>({ requests: 'requests', events: 'events' });
  return { requests: Number(sums?.requests ?? 0), events: Number(sums?.events ?? 0) };
};

it('loses at most what a killed gateway counted since its last write, and nothing when it is stopped', async () => {
  await send(40);
  await eventually(async () => {
    expect(await stored()).toEqual({ requests: 40, events: 280 });
  });

  await send(30);
  await stop('SIGKILL');
  const { requests, events } = await stored();
  expect(requests).toBeGreaterThanOrEqual(40);
  expect(requests).toBeLessThanOrEqual(70);
  expect(events).toBe(7 * requests);

  await start();
  await send(20);
  await stop('SIGTERM');
  expect(await stored()).toEqual({ requests: requests + 20, events: events + 140 });
  await start();
});
