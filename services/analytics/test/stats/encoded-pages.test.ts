import request from 'supertest';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics } from '../harness.ts';

describe('pages with a non-ASCII path', () => {
  let platform: RunningAnalytics;
  beforeAll(async () => {
    platform = await startAnalytics();
  });
  afterAll(() => platform.stop());

  it.each([
    ['is', '/日本語'],
    ['is', '/%E6%97%A5%E6%9C%AC%E8%AA%9E'],
    ['contains', '本'],
    ['matches', '/日*'],
  ])('are found with %s %s', async (operator, value) => {
    const site = await platform.createWebsite();
    await platform.backfill(site, [Date.now() - 60_000], '/日本語');
    await platform.backfill(site, [Date.now() - 60_000], '/other');
    const answer = await request(platform.server)
      .post(`/api/v1/stats/${site.id}/query`)
      .set('Authorization', await platform.identity.bearer())
      .send({
        metrics: ['pageviews'],
        dimensions: ['page'],
        filters: [{ dimension: 'page', operator, values: [value] }],
      });
    expect(answer.body.data.rows).toEqual([
      { dimensions: { page: '/%E6%97%A5%E6%9C%AC%E8%AA%9E' }, metrics: { pageviews: 1 } },
    ]);
  });

  it('are found by a search', async () => {
    const site = await platform.createWebsite();
    await platform.backfill(site, [Date.now() - 60_000], '/日本語');
    const answer = await request(platform.server)
      .get(`/api/v1/stats/${site.id}?name=page&search=${encodeURIComponent('日本')}`)
      .set('Authorization', await platform.identity.bearer());
    expect(answer.body.data).toEqual([{ value: '/%E6%97%A5%E6%9C%AC%E8%AA%9E', count: 1 }]);
  });
});
