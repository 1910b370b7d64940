import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import { PAGE, startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

let database: TestDatabase;
let service: TestService;
let site: LoopbackSite;
let api: TestClient;
let page = PAGE;

beforeAll(async () => {
  site = await startSite((request, response) => {
    if (request.url === '/changing') response.setHeader('content-type', 'text/html').end(page);
  });
  database = await openTestDatabase();
  service = await startService(database);
  api = await service.client('org_a');
});
afterAll(async () => {
  await service.close();
  await database.drop();
  await site.close();
});

const warnings = () =>
  database.database('outbox').where({ type: 'report.got_worse' }).orderBy('position').select('*');

it('tells webhooks when a report got worse, and only then', async () => {
  const { id, score } = (await api.post('/reports', { url: `${site.origin}/changing` })).body.data;
  const again = async () => {
    // The cool-down of a minute is not what this is about.
    await database
      .database('reports')
      .where({ id })
      .update({ generated_at: new Date(0) });
    const { data } = (await api.put(`/reports/${id}`, { results: 1 })).body;
    expect(data.status).toBe('generated');
    return data;
  };
  await again();
  expect(await warnings()).toEqual([]);

  page =
    '<title>x</title><meta name=robots content=noindex><img src=/gone.jpg><script src=/gone.js></script>';
  const worse = await again();
  expect(worse.score).toBeLessThanOrEqual(score - 5);
  expect(await warnings()).toMatchObject([
    {
      organisation: 'org_a',
      data: {
        id,
        url: `${site.origin}/changing`,
        score: worse.score,
        score_before: score,
        run_id: worse.run_id,
      },
    },
  ]);

  page = PAGE;
  expect((await again()).score).toBeGreaterThan(worse.score);
  expect(await warnings()).toHaveLength(1);
});
