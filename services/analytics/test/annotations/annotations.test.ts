import request from 'supertest';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

describe('annotations', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ privacy: 0, timezone: 'Asia/Tokyo' });
  });
  afterAll(() => platform.stop());

  const send = async (method: 'get' | 'post' | 'patch' | 'delete', path = '', body?: object) =>
    request(platform.server)
      [method](`/api/v1/websites/${site.id}/annotations${path}`)
      .set('Authorization', await platform.identity.bearer())
      .type(method === 'post' ? 'form' : 'json')
      .send(body);

  it('are made, listed by day, changed and deleted', async () => {
    await platform.db.database('annotations').where({ website_id: site.id }).delete();
    const made = await send('post', '', { text: 'Release 2.0', time: '2026-02-28T20:00:00Z' });
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        id: made.body.data.id,
        kind: 'note',
        text: 'Release 2.0',
        time: '2026-02-28T20:00:00.000Z',
        day: '2026-03-01',
        url: null,
        rating: null,
        created_at: expect.any(String),
      },
    ]);
    const path = `/${made.body.data.id as number}`;
    expect(made.headers['location']).toBe(`/api/v1/websites/${site.id}/annotations${path}`);
    await send('post', '', { text: 'Campaign', time: '2026-03-05' });
    const texts = async (query: string) =>
      (await send('get', query)).body.data.map(({ text }: { text: string }) => text);
    expect(await texts('')).toEqual(['Campaign', 'Release 2.0']);
    expect(await texts('?from=2026-03-01&to=2026-03-01')).toEqual(['Release 2.0']);
    expect(await texts('?to=2026-02-28')).toEqual([]);
    expect((await send('get', '?per_page=10&page=2')).body.meta).toMatchObject({ total: 2, current_page: 2 });
    const url = 'https://site.example/releases/2.0';
    expect((await send('patch', path, { url })).body.data).toMatchObject({ url, text: 'Release 2.0' });
    expect((await send('get', path)).body.data.url).toBe(url);
    expect((await send('delete', path)).body).toMatchObject({ object: 'annotation', deleted: true });
    expect((await send('get', path)).status).toBe(404);
    expect((await send('delete', path)).status).toBe(404);
  });

  it('tell deployments from notes', async () => {
    await platform.db.database('annotations').where({ website_id: site.id }).delete();
    const made = await send('post', '', { text: 'v2.1', kind: 'deployment' });
    expect([made.status, made.body.data.kind]).toEqual([201, 'deployment']);
    const note = await send('post', '', { text: 'Campaign' });
    const kinds = async (query: string) =>
      (await send('get', query)).body.data.map(({ text }: { text: string }) => text);
    expect(await kinds('?kind=deployment')).toEqual(['v2.1']);
    expect(await kinds('?kind=note')).toEqual(['Campaign']);
    const path = `/${note.body.data.id as number}`;
    expect((await send('patch', path, { text: 'Campaigns' })).body.data.kind).toBe('note');
    expect((await send('patch', path, { kind: 'deployment' })).body.data.kind).toBe('deployment');
    expect((await send('get', '?kind=outage')).status).toBe(422);
  });

  it('keep what came of a fix, as its owner judges', async () => {
    const made = await send('post', '', { text: 'Fixed: 3 checks on /shop', kind: 'fix', rating: 'better' });
    expect([made.status, made.body.data.kind, made.body.data.rating]).toEqual([201, 'fix', 'better']);
    const path = `/${made.body.data.id as number}`;
    expect((await send('patch', path, { rating: 'worse' })).body.data.rating).toBe('worse');
    expect((await send('patch', path, { text: 'Fixed: 3 checks' })).body.data.rating).toBe('worse');
    const fixes = (await send('get', '?kind=fix')).body.data;
    expect(fixes).toEqual([expect.objectContaining({ text: 'Fixed: 3 checks', rating: 'worse' })]);
    expect((await send('patch', path, { rating: '' })).body.data.rating).toBeNull();
    expect((await send('patch', path, { rating: 'same' })).body.data.rating).toBe('same');
    expect((await send('patch', path, { rating: null })).body.data.rating).toBeNull();
  });

  it('happen now by default', async () => {
    const before = Date.now();
    const { data } = (await send('post', '', { text: 'Just now' })).body;
    expect(Date.parse(data.time)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(data.time)).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    [{}, 'text'],
    [{ text: ' ' }, 'text'],
    [{ text: 'a\nb' }, 'text'],
    [{ text: 'x', time: 'yesterday' }, 'time'],
    [{ text: 'x', time: '2026-02-30' }, 'time'],
    [{ text: 'x', time: '2026-03-01T10:00' }, 'time'],
    [{ text: 'x', url: 'javascript:alert(1)' }, 'url'],
    [{ text: 'x', kind: 'outage' }, 'kind'],
    [{ text: 'x', kind: 'fix', rating: 'great' }, 'rating'],
  ])('refuses %j by its field', async (body, field) => {
    const answer = await send('post', '', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('stand on the chart and below it, as text', async () => {
    await platform.backfill(site, [Date.now() - 86_400_000]);
    await send('post', '', { text: '<b>Relaunch</b> & more' });
    const page = await request(platform.server).get(`/s/${site.site_key}`);
    expect(page.text).toContain('aria-label="Annotations"');
    expect(page.text.match(/&lt;b>Relaunch&lt;\/b> &amp; more/g)).toHaveLength(2);
    expect(page.text).not.toContain('<b>Relaunch');
  });

  it('belong to their own website', async () => {
    const other = await platform.createWebsite();
    const made = await send('post', '', { text: 'Mine' });
    const foreign = await request(platform.server)
      .get(`/api/v1/websites/${other.id}/annotations/${made.body.data.id as number}`)
      .set('Authorization', await platform.identity.bearer());
    expect(foreign.status).toBe(404);
    const stranger = await request(platform.server)
      .get(`/api/v1/websites/${site.id}/annotations`)
      .set('Authorization', await platform.identity.bearer({ organisation: 'org_other' }));
    expect(stranger.status).toBe(404);
  });
});
