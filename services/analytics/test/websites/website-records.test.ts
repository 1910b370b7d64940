import request from 'supertest';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

let platform: RunningAnalytics;
let site: WebsiteJson;

beforeAll(async () => {
  platform = await startAnalytics();
  site = await platform.createWebsite();
});
afterAll(() => platform.stop());

const send = async (
  method: 'get' | 'post' | 'patch' | 'delete',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) =>
  request(platform.server)
    [method](`/api/v1${path}`)
    .set('Authorization', await platform.identity.bearer())
    .set(headers)
    .send(body);

const page = { type: 'page', pattern: '/sold' };

describe.each([
  ['goals', { name: 'Sold', ...page }, { name: 'Bought' }],
  ['funnels', { name: 'Order', steps: [{ type: 'page', pattern: '/' }, page] }, { name: 'Way' }],
  [
    'segments',
    { name: 'Shop', filters: [{ dimension: 'page', operator: 'is', values: ['/'] }] },
    { name: 'S' },
  ],
  ['alerts', { name: 'Busy', type: 'spike', threshold: 5 }, { threshold: 6 }],
  ['annotations', { text: 'Release' }, { text: 'Release 2' }],
])('the version of one of the %s', (kind, made, change) => {
  it('is in every answer that shows it, and a change of another one is refused', async () => {
    const list = `/websites/${site.id}/${kind}`;
    const created = await send('post', list, made);
    expect(created.status).toBe(201);
    const path = `${list}/${String(created.body.data.id)}`;
    const seen = { 'If-Match': String(created.headers['etag']) };
    await platform.backfill(site, [Date.now() - 60_000], '/sold');
    expect((await send('get', path)).headers['etag']).toBe(seen['If-Match']);
    const changed = await send('patch', path, change, seen);
    expect([changed.status, changed.headers['etag'] === seen['If-Match']]).toEqual([200, false]);
    expect((await send('patch', path, made, seen)).status).toBe(412);
    expect((await send('delete', path, undefined, seen)).status).toBe(412);
    expect((await send('get', path)).body.data).toMatchObject(change);
    const present = { 'If-Match': String(changed.headers['etag']) };
    expect((await send('delete', path, undefined, present)).status).toBe(200);
  });
});

it('counts anew whenever a goal is read, also for those who know its version', async () => {
  const { body, headers } = await send('post', `/websites/${site.id}/goals`, { name: 'Seen', ...page });
  const known = { 'If-None-Match': String(headers['etag']) };
  const again = await send('get', `/websites/${site.id}/goals/${String(body.data.id)}`, undefined, known);
  expect(again.status).toBe(200);
  expect(again.headers['cache-control']).toBe('private, no-store');
});

it('refuses a change of a group that is another one by now', async () => {
  const made = await send('post', '/groups', { name: 'Shops', websites: [site.id] });
  const path = `/groups/${String(made.body.data.id)}`;
  const seen = { 'If-Match': String(made.headers['etag']) };
  expect((await send('patch', path, { name: 'Stores' }, seen)).status).toBe(200);
  expect((await send('patch', path, { name: 'Markets' }, seen)).status).toBe(412);
  expect((await send('get', path)).body.data.name).toBe('Stores');
});
