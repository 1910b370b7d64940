import type { TestDatabase } from '@platform/testing';
import request from 'supertest';

import { openTestDatabase, PUBLIC_URL, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import type { LoopbackSite } from '../loopback-site.ts';
import { startFaultySite } from './faulty-site.ts';

let database: TestDatabase;
let service: TestService;
let site: LoopbackSite;
let api: TestClient;
const state = { isMended: false };

beforeAll(async () => {
  [database, site] = await Promise.all([openTestDatabase(), startFaultySite(state)]);
  service = await startService(database);
  api = await service.client('org_a');
});
afterAll(async () => {
  await service.close();
  await site.close();
  await database.drop();
});

const create = async (path: string, fields: object = {}) => {
  const { body } = await api.post('/reports', { url: `${site.origin}${path}`, ...fields });
  const { id, score, report_url: url } = body.data;
  return { id, score, badge: `${url.replace(PUBLIC_URL, '')}/badge.svg` };
};

it('is an image that anybody may keep for five minutes, and ask for again for nothing', async () => {
  const { score, badge } = await create('/');
  const answer = await request(service.app).get(badge).expect(200);
  expect(answer.headers['content-type']).toContain('image/svg+xml');
  expect(answer.headers['cache-control']).toBe('public, max-age=300');
  expect(String(answer.body)).toContain(`${String(score)} / 100`);

  const tag = answer.headers['etag'] ?? '';
  expect(tag).toMatch(/^"[\w-]+"$/);
  const again = await request(service.app).get(badge).set('If-None-Match', tag).expect(304);
  expect(again.headers).toMatchObject({ etag: tag, 'cache-control': 'public, max-age=300' });
  expect(again.body).toEqual({});
  await request(service.app).get(badge).set('If-None-Match', '"another"').expect(200);
});

it('is another one when the score has changed', async () => {
  state.isMended = false;
  const { badge, score } = await create('/changing');
  const before = await request(service.app).get(badge).expect(200);
  state.isMended = true;
  const other = await create('/changing');
  expect(other.score).not.toBe(score);
  const tag = before.headers['etag'] ?? '';
  const after = await request(service.app).get(other.badge).set('If-None-Match', tag).expect(200);
  expect(after.headers['etag']).not.toBe(tag);
});

it('of a private report is shown to nobody, and kept by no cache', async () => {
  const { id, badge } = await create('/');
  await api.put(`/reports/${String(id)}`, { privacy: 1 });
  const refused = await request(service.app).get(badge).expect(404);
  expect(refused.headers['cache-control']).not.toContain('public');
  expect(refused.headers['etag']).toBeUndefined();
});
