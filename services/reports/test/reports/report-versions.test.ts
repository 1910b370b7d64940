import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

let database: TestDatabase;
let service: TestService;
let api: TestClient;
let site: LoopbackSite;

beforeAll(async () => {
  database = await openTestDatabase();
  service = await startService(database, { resultWaitSeconds: 30 });
  api = await service.client('org_a');
  site = await startSite();
});
afterAll(async () => {
  await service.close();
  await site.close();
  await database.drop();
});

const makeOld = () => database.database('reports').update({ generated_at: new Date(Date.now() - 3_600_000) });

it('has one version in every answer, which changes with the result and not with the clock', async () => {
  const made = await api.post('/reports', { url: `${site.origin}/` });
  expect(made.body.data.status).toBe('generated');
  const address = `/reports/${made.body.data.id}`;
  const version = made.headers['etag'] ?? '';
  expect((await api.get(address)).headers['etag']).toBe(version);
  expect((await api.get(address, { 'If-None-Match': version })).status).toBe(304);

  await makeOld();
  const old = await api.get(address);
  expect(old.body.data.next_generation_at).toBeNull();
  const again = await api.put(address, { results: 1 }, { 'If-Match': old.headers['etag'] ?? '' });
  expect([again.status, again.body.data.status]).toEqual([200, 'generated']);
  expect(again.headers['etag']).not.toBe(old.headers['etag']);
  expect((await api.get(address)).headers['etag']).toBe(again.headers['etag']);
});

it('refuses a change of a version that is gone, and generates nothing', async () => {
  const made = await api.post('/reports', { url: `${site.origin}/` });
  const address = `/reports/${made.body.data.id}`;
  const changed = await api.put(address, { privacy: 1 });
  await makeOld();
  const seen = site.paths.length;
  const stale = { 'If-Match': changed.headers['etag'] ?? '' };
  const refused = await api.put(address, { privacy: 0, results: 1 }, stale);
  expect([refused.status, refused.body.code]).toEqual([412, 'precondition_failed']);
  expect(site.paths).toHaveLength(seen);
  const { body, headers } = await api.get(address);
  expect([body.data.privacy, headers['etag']]).toEqual([1, refused.headers['etag']]);
});

it('writes an event for the gateway with each new result', async () => {
  const { body } = await api.post('/reports', { url: `${site.origin}/` });
  const { id, url, result, score, run_id: run } = body.data;
  const rows = await database.database('outbox').whereRaw("(data->>'id')::int = ?", [id]).select('*');
  expect(rows).toEqual([
    expect.objectContaining({
      organisation: 'org_a',
      type: 'report.generated',
      data: { id, url, result, score, run_id: run },
    }),
  ]);
});
