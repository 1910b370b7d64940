import request from 'supertest';

import { inTime } from '../../src/stats/query-timeout.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { whenEnded } from '../when-ended.ts';

let platform: RunningAnalytics;
let site: WebsiteJson;
beforeAll(async () => {
  platform = await startAnalytics();
  site = await platform.createWebsite();
});
afterAll(() => platform.stop());

const ADVICE = 'The answer took too long. Ask for fewer days, dimensions or conditions.';

it.each([
  [
    'a query',
    (path: string) =>
      request(platform.server)
        .post(`${path}/query`)
        .send({ metrics: ['visits'] }),
  ],
  ['a statistic', (path: string) => request(platform.server).get(`${path}?name=visitors`)],
  [
    'a file',
    (path: string) => request(platform.server).get(`${path}?name=visitors`).set('Accept', 'text/csv'),
  ],
])('answers %s with 503 when it times out, and says what to do', async (_, ask) => {
  const askNow = async () =>
    ask(`/api/v1/stats/${site.id}`).set('Authorization', await platform.identity.bearer());
  const { status, headers, body } = await whenEnded(platform.db.database, 'rollup_quarters', askNow);
  expect([status, body.code, body.message]).toEqual([503, 'service_unavailable', ADVICE]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await askNow()).status).toBe(200);
});

it('leaves other errors as they are', async () => {
  const other = Object.assign(new Error('something else'), { code: '40001' });
  await expect(inTime(Promise.reject(other))).rejects.toBe(other);
  await expect(inTime(Promise.resolve(5))).resolves.toBe(5);
});
