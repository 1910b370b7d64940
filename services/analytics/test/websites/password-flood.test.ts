import { eventually } from '@platform/testing';
import request from 'supertest';

import { useWebsites } from './websites-harness.ts';

const { send, platform } = useWebsites();

it('refuses most of 120 passwords that are set at once, without a timeout, and answers others', async () => {
  // On a loaded machine the first request may be refused, too: 503, try again.
  const site = await eventually(async () => {
    const made = await send('post', '/websites', 'domain=flood.example&privacy=2');
    expect([made.status, made.body]).toMatchObject([201, { data: { domain: 'flood.example' } }]);
    return made.body.data as { id: number };
  });
  const flood = Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      send('patch', `/websites/${site.id}`, `password=secret+number+${index}`),
    ),
  );
  const ready = await request(platform().server).get('/health/ready');
  expect([ready.status, ready.text]).toEqual([200, expect.any(String)]);
  expect((await send('get', `/websites/${site.id}`)).status).toBe(200);
  const answers = await flood;
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 429]);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  expect(refused.length).toBeGreaterThan(60);
});
