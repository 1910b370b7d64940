import { eventually, freePort } from '@platform/testing';
import request from 'supertest';

import type { WayName } from '../src/forwarding/target.ts';
import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Testbed } from './harness.ts';

let testbed: Testbed;
let well: FakeService;
let key: string;

beforeAll(async () => {
  testbed = await startTestbed();
  key = (await testbed.issue()).text;
  well = await startService();
});

afterAll(async () => {
  await testbed.close();
  await well.close();
});

describe.each<WayName>(['pooled', 'streaming'])('a request that is sent again, over the %s way', (way) => {
  it('keeps its headers, whatever their values', async () => {
    const target = `http://127.0.0.1:${await freePort()}, ${well.url}`;
    const targets = { analytics: target, reports: target, palette: target };
    const gateway = await testbed.gateway({ way, targets });
    well.seen.length = 0;
    const hostile = { 'User-Agent': 'x-timeout-ms', 'Accept-Language': 'de' };
    // Some of them meet the instance that is away first.
    await eventually(async () => {
      await request(gateway.url).get('/v1/palettes').set(bearer(key)).set(hostile).expect(200);
      const metrics = await gateway.metrics.metrics();
      if (!/gateway_upstream_circuit\{[^}]*\} 2/.test(metrics)) throw new Error('none was sent again yet');
    });
    // Not the gateway's own, which ask how an instance is.
    const passedOn = well.seen.filter(({ url }) => url === '/v1/palettes');
    expect(passedOn).not.toEqual([]);
    const names = [...new Set(passedOn.flatMap(({ headers }) => Object.keys(headers)))];
    expect(names.filter((name) => /^\d+$/.test(name))).toEqual([]);
    for (const { headers } of passedOn) {
      expect(headers).toMatchObject({ 'user-agent': 'x-timeout-ms', 'accept-language': 'de' });
      expect(Number(headers['x-timeout-ms'])).toBeGreaterThan(0);
    }
  });
});
