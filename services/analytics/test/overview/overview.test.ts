import { eventually } from '@platform/testing';
import request from 'supertest';

import { addDays, localDay } from '../../src/calendar/local-day.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { zoneAtNoon } from '../noon-zone.ts';
import { randomTraffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';

describe('GET /api/v1/stats', () => {
  let platform: RunningAnalytics;
  let sites: WebsiteJson[];
  const today = localDay('UTC', Date.now());
  const [from, to] = [addDays(today, -12), addDays(today, -3)];

  beforeAll(async () => {
    platform = await startAnalytics();
    sites = [];
    for (const [index, zone] of ['Europe/Berlin', 'America/St_Johns', 'Pacific/Auckland'].entries()) {
      const site = await platform.createWebsite({ timezone: zone, domain: `${'cab'[index]}.example` });
      const options = { websiteId: site.id, zone, from: addDays(today, -30), days: 29, seed: index + 1 };
      await storeTraffic(platform.db.database, randomTraffic({ ...options, visits: 100 * (index + 1) }));
      sites.push(site);
    }
    sites.push(await platform.createWebsite({ domain: 'empty.example' }));
  });
  afterAll(() => platform.stop());

  const get = async (query = '', organisation = 'org_test') =>
    request(platform.server)
      .get(`/api/v1/stats${query}`)
      .set('Authorization', await platform.identity.bearer({ organisation }));
  const single = async (site: WebsiteJson, range: object, dimensions: string[]) =>
    (
      await request(platform.server)
        .post(`/api/v1/stats/${site.id}/query`)
        .set('Authorization', await platform.identity.bearer())
        .send({ metrics: ['visitors', 'visits', 'pageviews'], dimensions, date_range: range, per_page: 100 })
        .expect(200)
    ).body.data.rows as { metrics: Record<string, number> }[];

  it('counts each website as its own statistics do, the most visited first', async () => {
    const { body } = await get(`?from=${from}&to=${to}`);
    expect(body.meta.total).toBe(4);
    const visitors = body.data.map((item: { visitors: number }) => item.visitors);
    expect(visitors).toEqual([...visitors].sort((a: number, b: number) => b - a));
    for (const site of sites) {
      const item = body.data.find(({ id }: { id: number }) => id === site.id);
      const [total] = await single(site, { from, to }, []);
      const days = await single(site, { from, to }, ['time:day']);
      const [before] = await single(site, { from: addDays(from, -10), to: addDays(from, -1) }, []);
      const earlier = before?.metrics['visitors'] ?? 0;
      const { visitors: count, visits, pageviews } = item;
      expect({ visitors: count, visits, pageviews }).toEqual(total?.metrics);
      expect(item.interval).toBe('day');
      expect(item.sparkline).toEqual(days.map(({ metrics }) => metrics['visitors']));
      expect(item.change).toBe(earlier === 0 ? null : Number(((count - earlier) / earlier).toFixed(4)));
    }
    expect(body.data[0].visitors).toBeGreaterThan(0);
  });

  it('compares whole days where the range ends today', async () => {
    for (const site of sites.slice(0, 3)) {
      const now = localDay(site.timezone as string, Date.now());
      const first = addDays(now, -9);
      const { body } = await get(`?from=${first}&to=${now}&search=${site.domain}`);
      const visitorsIn = async (range: object) => {
        const [total] = await single(site, range, []);
        return total?.metrics['visitors'] ?? 0;
      };
      const whole = await visitorsIn({ from: first, to: addDays(now, -1) });
      const before = await visitorsIn({ from: addDays(first, -9), to: addDays(first, -1) });
      expect(before).toBeGreaterThan(0);
      const [item] = body.data;
      expect(item.change_of_whole_days).toBe(Number(((whole - before) / before).toFixed(4)));
    }
    // No day of it has ended.
    const { body } = await get(`?from=${addDays(today, 2)}&to=${addDays(today, 2)}`);
    expect(body.data[0].change_of_whole_days).toBeNull();
    const past = (await get(`?from=${from}&to=${to}`)).body.data;
    for (const item of past) expect(item.change_of_whole_days).toBe(item.change);
  });

  it('sorts, searches and turns pages', async () => {
    const domains = async (query: string) =>
      (await get(query)).body.data.map(({ domain }: { domain: string }) => domain) as string[];
    expect(await domains('?sort_by=domain&sort=asc')).toEqual([
      'a.example',
      'b.example',
      'c.example',
      'empty.example',
    ]);
    expect(await domains('?sort_by=domain&sort=desc&search=.EXAMPLE&per_page=10&page=1')).toEqual([
      'empty.example',
      'c.example',
      'b.example',
      'a.example',
    ]);
    expect(await domains('?sort_by=pageviews&sort=asc')).toContain('empty.example');
    expect((await domains('?sort_by=pageviews&sort=asc'))[0]).toBe('empty.example');
    expect(await domains('?page=2')).toEqual([]);
    const long = { from: addDays(today, -300), to: today };
    const { id, interval, sparkline } = (await get(`?from=${long.from}&to=${long.to}`)).body.data[0];
    const weeks = await single(sites.find((site) => site.id === id) as WebsiteJson, long, ['time:week']);
    expect(interval).toBe('week');
    expect(sparkline).toEqual(weeks.map(({ metrics }) => metrics['visitors']));
  });

  it('says who is there now, and since when and for whom a website is', async () => {
    const site = await platform.createWebsite({ domain: 'busy.example', privacy: 1 });
    for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.2'])
      await platform
        .beacon({ k: site.site_key, u: 'https://busy.example/' }, { 'X-Forwarded-For': ip })
        .expect(204);
    const { body } = await get('?search=busy');
    expect(body.data).toEqual([
      expect.objectContaining({ visitors_now: 2, privacy: 1, created_at: site['created_at'] }),
    ]);
    const ids = (await get('?sort_by=id&sort=asc')).body.data.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...sites.map(({ id }) => id), site.id]);
    expect((await get('?search=empty')).body.data[0].visitors_now).toBe(0);
    await request(platform.server)
      .delete(`/api/v1/websites/${site.id}`)
      .set('Authorization', await platform.identity.bearer())
      .expect(200);
  });

  it('shows no other organisation’s websites, and refuses what it doesn’t know', async () => {
    expect((await get('', 'org_other')).body.data).toEqual([]);
    expect((await get('?sort_by=bounces')).body.errors).toHaveProperty('sort_by');
    expect((await get(`?from=${to}&to=${from}`)).body.errors).toHaveProperty('to');
  });
});

describe('POST /api/v1/websites/:id/move', () => {
  let platform: RunningAnalytics;
  beforeAll(async () => {
    platform = await startAnalytics();
  });
  afterAll(() => platform.stop());
  const move = async (id: number, domain: string, organisation = 'org_test') =>
    request(platform.server)
      .post(`/api/v1/websites/${id}/move`)
      .set('Authorization', await platform.identity.bearer({ organisation }))
      .send({ domain });

  it('gives a website another domain, whose visits join the history', async () => {
    const site = await platform.createWebsite({ privacy: 0, timezone: zoneAtNoon() });
    const hit = (domain: string, address: string) =>
      platform
        .beacon({ k: site.site_key, u: `https://${domain}/pricing` }, { 'X-Forwarded-For': address })
        .expect(204);
    await hit(site.domain, '198.51.100.1');
    const { body, status } = await move(site.id, 'https://New-Name.example/');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: site.id, domain: 'new-name.example', site_key: site.site_key });
    const expectBoth = async () => {
      const pages = await request(platform.server)
        .post(`/api/v1/stats/${site.id}/query`)
        .set('Authorization', await platform.identity.bearer())
        .send({ metrics: ['visitors'], dimensions: ['page'], date_range: 'today' });
      expect(pages.body.data.rows).toMatchObject([
        { dimensions: { page: '/pricing' }, metrics: { visitors: 2 } },
      ]);
    };
    // Until the process has noticed, the new domain is another website's.
    await eventually(async () => {
      await hit('new-name.example', '198.51.100.2');
      await expectBoth();
    });
    // Pages of the old domain are another website's now.
    await hit(site.domain, '198.51.100.3');
    await expectBoth();
  });

  it('refuses a domain that is taken or none, and another organisation’s website', async () => {
    const [one, two] = [await platform.createWebsite(), await platform.createWebsite()];
    expect((await move(one.id, two.domain)).body.errors).toEqual({
      domain: ['domain has already been taken by one of your websites'],
    });
    expect((await move(one.id, 'no domain')).status).toBe(422);
    expect((await move(one.id, one.domain)).status).toBe(200);
    expect((await move(one.id, 'x.example', 'org_other')).status).toBe(404);
    expect((await move(999_999, 'x.example')).status).toBe(404);
  });
});
