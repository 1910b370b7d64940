import { eventually } from '@platform/testing';
import { silentLogger } from '@platform/runtime';
import request from 'supertest';

import { startTestbed } from './harness.ts';
import type { Testbed } from './harness.ts';

let testbed: Testbed;
beforeAll(async () => {
  testbed = await startTestbed();
});
afterAll(() => testbed.close());

it('has no query, and no link by which somebody unsubscribes', async () => {
  const lines: { path?: string }[] = [];
  const logger = silentLogger();
  for (const level of ['info', 'error'] as const)
    logger[level] = (line: unknown) => void lines.push(line as { path?: string });
  const gateway = await testbed.gateway({ logger });
  const link = `${Buffer.from('7 her@example.com').toString('base64url')}~1900000000.signature`;
  await request(gateway.url).get(`/unsubscribe/${link}`);
  await request(gateway.url).post(`/r/unsubscribe/${link}`);
  await request(gateway.url).get('/s/7?link=secret');
  await eventually(() => {
    expect(lines.map(({ path }) => path)).toEqual(['/unsubscribe/…', '/r/unsubscribe/…', '/s/7']);
  });
});
