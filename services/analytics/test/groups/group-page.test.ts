import request from 'supertest';

import { numberIn, useStatsPage } from '../stats-page/page-harness.ts';
import type { WebsiteJson } from '../harness.ts';

const { platform, open } = useStatsPage();

interface Made {
  readonly id: number;
  readonly url: string;
}

describe('the page of a group of websites', () => {
  let own: string;
  let group: { id: number };
  let site: WebsiteJson;
  const call = (method: 'get' | 'post' | 'delete', path: string, body?: object, bearer = own) => {
    const pending = request(platform().server)[method](`/api/v1${path}`).set('Authorization', bearer);
    return body ? pending.send(body) : pending;
  };
  const groupOf = async (name: string, websites: readonly number[]): Promise<{ id: number }> =>
    (await call('post', '/groups', { name, websites }).expect(201)).body.data;
  const link = async (id = group.id, body: object = {}): Promise<Made> =>
    (await call('post', `/groups/${id}/links`, body).expect(201)).body.data;
  const show = (url: string, path = '') => {
    const { pathname, search } = new URL(url);
    return request(platform().server).get(`${pathname}${path}${search}`);
  };
  const ask = (url: string, body: object, accept = 'application/json') => {
    const { pathname, search } = new URL(url);
    return request(platform().server)
      .post(`${pathname}/query${search}`)
      .set('Accept', accept)
      .send({ metrics: ['visitors'], date_range: '28d', ...body });
  };

  beforeAll(async () => {
    own = await platform().identity.bearer();
    site = await platform().createWebsite();
    await platform().backfill(site, [Date.now() - 26 * 3_600_000], '/shop');
    group = await groupOf('Shops <1>', [open().id, site.id]);
  });
  beforeEach(async () => {
    own = await platform().identity.bearer();
  });

  it('shows what the interface counts, drawn on the server, to whoever has a link', async () => {
    const { url } = await link(group.id, { name: 'Agency', expires_in: 3_600 });
    expect(url).toMatch(new RegExp(`^http://localhost:8080/s/groups/${group.id}\\?access=`));
    const page = await show(url);
    expect([page.status, page.headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(page.text).toContain('<h1>Shops &lt;1></h1>');
    const { body } = await call('post', '/stats/rollup/query', {
      metrics: ['visitors'],
      date_range: '28d',
      group: group.id,
    });
    const visitors: number = body.data.rows[0].metrics.visitors;
    expect(visitors).toBeGreaterThan(100);
    expect(numberIn(page.text, 'Visitors').replace(/\D/g, '')).toBe(String(visitors));
    // Both are named; the open one leads to its own page, the private one nowhere.
    expect(page.text).toContain(`<a href="/s/${open().site_key}">${open().domain}</a>`);
    expect(page.text).toContain(site.domain);
    expect(page.text).not.toContain(site.site_key);
    expect((await show(url).set('Accept-Language', 'de')).text).toContain('zählt zweimal');
    const odd = await show(`${url}&f=goal%3DNothing&segment=4&view=journeys&period=7d`);
    expect([odd.status, odd.text.includes('<h1>Shops')]).toEqual([200, true]);
  });

  it('answers questions about its own websites only, as JSON and CSV', async () => {
    const other = await platform().createWebsite();
    await platform().backfill(other, [Date.now() - 26 * 3_600_000]);
    const small = await groupOf('Small', [site.id]);
    const { url } = await link(small.id);
    expect((await ask(url, {})).body.data.rows[0].metrics).toEqual({ visitors: 1 });
    for (const named of [{ websites: [other.id] }, { group: group.id }, { websites: [], group: null }])
      expect((await ask(url, named)).body.data.websites).toEqual([
        { id: site.id, domain: site.domain, timezone: 'UTC' },
      ]);
    const file = await ask(url, { dimensions: ['page'] }, 'text/csv');
    expect(file.text.trim().split('\r\n')).toEqual(['page,visitors', '/shop,1']);
    const live = await show(url, '/realtime');
    expect(live.body.data.websites).toHaveLength(1);
    expect((await ask(url, { metrics: ['nonsense'] })).status).toBe(422);
    for (const path of ['/goals', '/segments', '/visits', '/nothing'])
      expect((await show(url, path)).status).toBe(404);
  });

  it('is closed without a link, and to links of others; its owner needs none', async () => {
    const { pathname, search } = new URL((await link()).url);
    const server = platform().server;
    const foreign = await platform().identity.bearer({ organisation: 'org_other' });
    const another = await groupOf('Another', [site.id]);
    for (const path of [
      pathname,
      `${pathname}${search}x`,
      `/s/groups/${another.id}${search}`,
      `/s/${site.site_key}${search}`,
      '/s/groups/999999',
      '/s/groups/x',
      `${pathname}/realtime`,
    ])
      expect((await request(server).get(path)).status).toBe(404);
    expect((await request(server).get(pathname).set('Authorization', foreign)).status).toBe(404);
    expect((await request(server).post(`${pathname}/query`).send({})).status).toBe(404);
    expect((await request(server).post(pathname).type('form').send({ password: '' })).status).toBe(404);
    expect((await request(server).get(pathname).set('Authorization', own)).status).toBe(200);
    expect((await call('post', `/groups/${group.id}/links`, {}, foreign)).status).toBe(404);
    const reader = await platform().identity.bearer({ scopes: ['stats:read'] });
    expect((await call('post', `/groups/${group.id}/links`, {}, reader)).status).toBe(403);
    const writer = await platform().identity.bearer({ scopes: ['websites:write'] });
    expect((await call('post', `/groups/${group.id}/links`, {}, writer)).status).toBe(403);
  });

  it('lists its links with their last use, and ends one, or all with the group', async () => {
    const made = await groupOf('Ended', [site.id]);
    const [first, second] = [await link(made.id, { name: 'First' }), await link(made.id)];
    expect((await show(first.url)).status).toBe(200);
    const { body } = await call('get', `/groups/${made.id}/links`);
    expect(body.data).toMatchObject([
      { id: second.id, url: second.url, last_used_at: null },
      { id: first.id, name: 'First', url: first.url, last_used_at: expect.any(String) },
    ]);
    await call('delete', `/groups/${made.id}/links/${first.id}`).expect(200);
    expect((await show(first.url)).status).toBe(404);
    expect((await call('delete', `/groups/${made.id}/links/${first.id}`)).status).toBe(404);
    expect((await show(second.url)).status).toBe(200);
    await call('delete', `/groups/${made.id}`).expect(200);
    expect((await show(second.url)).status).toBe(404);
  });

  it('is gone with the last of its websites, and says so where nothing was counted', async () => {
    const empty = await platform().createWebsite();
    const made = await groupOf('Empty', [empty.id]);
    const { url } = await link(made.id);
    const page = await show(url);
    expect([page.status, page.text.includes('Nothing has been counted')]).toEqual([200, true]);
    await call('delete', `/websites/${empty.id}`).expect(200);
    expect((await show(url)).status).toBe(404);
  });
});
