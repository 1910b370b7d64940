import request from 'supertest';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics } from '../harness.ts';

let platform: RunningAnalytics;
beforeAll(async () => {
  platform = await startAnalytics();
});
afterAll(() => platform.stop());

const send = async (
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) => {
  const sent = request(platform.server)
    [method](path)
    .set('Authorization', await platform.identity.bearer())
    .set(headers);
  return body === undefined ? sent : sent.send(body);
};

it('has one version in every answer that shows a website', async () => {
  const made = await send('post', '/api/v1/websites', { domain: 'versions.example', exclude_params: 'a\nb' });
  const address = `/api/v1/websites/${made.body.data.id}`;
  const version = made.headers['etag'] ?? '';
  expect((await send('get', address)).headers['etag']).toBe(version);
  expect((await send('get', address, undefined, { 'If-None-Match': version })).status).toBe(304);
  const changed = await send('put', address, { email: 1 }, { 'If-Match': version });
  expect([changed.status, changed.headers['etag'] === version]).toEqual([200, false]);
  expect((await send('get', address)).headers['etag']).toBe(changed.headers['etag']);
  expect((await send('get', address, undefined, { 'If-None-Match': version })).status).toBe(200);
});

it('refuses a change of a version that is gone, and changes nothing', async () => {
  const made = await send('post', '/api/v1/websites', { domain: 'stale.example' });
  const address = `/api/v1/websites/${made.body.data.id}`;
  const stale = { 'If-Match': made.headers['etag'] ?? '' };
  const answers = await Promise.all([0, 1, 2].map((privacy) => send('patch', address, { privacy }, stale)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  const refused = answers.find(({ status }) => status === 412);
  expect(refused?.body).toMatchObject({ code: 'precondition_failed', status: 412 });
  expect((await send('delete', address, undefined, stale)).status).toBe(412);
  expect((await send('get', address)).status).toBe(200);
});

it('links to the other pages of a list by absolute addresses', async () => {
  for (let count = 0; count < 11; count += 1) await platform.createWebsite();
  const { headers, body } = await send('get', '/api/v1/websites?sort=asc&page=1');
  expect(headers['link']).toContain(`<http://localhost:8080${body.links.next}>; rel="next"`);
  expect(headers['link']).not.toContain('rel="prev"');
});
