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
let isGone = false;

beforeAll(async () => {
  site = await startSite((request, response) => {
    if (isGone) request.socket.destroy();
    else if (request.url === '/changing') response.setHeader('content-type', 'text/html').end(page);
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
  const listed = async () => (await api.get('/reports?got_worse=1')).body;
  expect(await again()).toMatchObject({ got_worse: false, score_before: score });
  expect(await warnings()).toEqual([]);
  expect(await listed()).toMatchObject({ data: [], meta: { total: 0 } });

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

  expect(worse).toMatchObject({ got_worse: true, score_before: score });
  await api.post('/reports', { url: `${site.origin}/` });
  expect(await listed()).toMatchObject({
    data: [{ id, score: worse.score, score_before: score, got_worse: true }],
    meta: { total: 1 },
  });
  // A run that fails says nothing about the page.
  await database
    .database('reports')
    .where({ id })
    .update({ generated_at: new Date(0) });
  isGone = true;
  expect((await api.put(`/reports/${id}`, { results: 1 })).body.data.status).toBe('failed');
  isGone = false;
  expect((await listed()).meta.total).toBe(1);

  const bad = page;
  page = PAGE;
  expect((await again()).score).toBeGreaterThan(worse.score);
  expect(await warnings()).toHaveLength(1);
  expect((await listed()).meta.total).toBe(0);

  // An update of ours that judges pages otherwise says nothing about the page.
  await database.database('report_runs').where({ report_id: id }).update({ rules_version: 'older' });
  page = bad;
  expect(await again()).toMatchObject({ got_worse: false, score: worse.score });
  expect(await warnings()).toHaveLength(1);
});
