import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import { eventually } from '@platform/testing';
import request from 'supertest';

import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let service: FakeService;
let gateway: Gateway;
let operator: string;

beforeAll(async () => {
  testbed = await startTestbed();
  service = await startService((incoming, response) => {
    if (incoming.url !== '/r/slow') response.end('{}');
  });
  gateway = await testbed.gateway({ targets: { reports: service.url } });
  operator = (await testbed.issue({ scopes: ['*', 'operators:read'] })).text;
});
afterAll(async () => {
  await testbed.close();
  await service.close();
});

const pending = async (): Promise<number> => {
  const { body } = await request(gateway.url).get('/v1/status').set(bearer(operator)).expect(200);
  return body.data.instances.find(({ area }: { area: string }) => area === 'reports').pending;
};

const send = (text: string): Socket => {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
};

/** Public requests that are complete, answered or not. */
const recorded = async (): Promise<number> => {
  const lines = (await gateway.metrics.metrics()).split('\n');
  const counts = lines.filter((line) => /^gateway_request_duration_seconds_count\{.*"reports"/.test(line));
  return counts.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
};

const cookie = (): string => `session=${randomBytes(32).toString('base64url')}`;

describe('clients that hang up', () => {
  it('while their session is looked up leave nothing pending', async () => {
    const before = await recorded();
    const passedBefore = service.seen.length;
    await testbed.database.database.transaction(async (transaction) => {
      await transaction.raw('LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
      const sockets = Array.from({ length: 30 }, () =>
        send(
          `GET /r/${'x'.repeat(16)} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie()}\r\nSec-Fetch-Site: same-origin\r\n\r\n`,
        ),
      );
      await eventually(async () => {
        const { rows } = await transaction.raw<{ rows: unknown[] }>(
          "SELECT FROM pg_locks WHERE NOT granted AND relation = 'sessions'::regclass",
        );
        expect(rows.length).toBeGreaterThan(0);
      });
      for (const socket of sockets) socket.resetAndDestroy();
      await eventually(async () => {
        expect((await recorded()) - before).toBe(30);
      });
    });
    const last = request(gateway.url).get('/r/last').set('Cookie', cookie());
    await last.set('Sec-Fetch-Site', 'same-origin').expect(200);
    expect(service.seen.slice(passedBefore).map(({ url }) => url)).toEqual(['/r/last']);
    expect(await pending()).toBe(0);
  });

  it('with several requests on one connection leave nothing pending', async () => {
    const before = await recorded();
    const socket = send('GET /r/slow HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(12));
    await eventually(async () => {
      expect(await pending()).toBe(12);
    });
    socket.resetAndDestroy();
    await eventually(async () => {
      expect(await pending()).toBe(0);
    });
    expect((await recorded()) - before).toBe(12);
  });
});
