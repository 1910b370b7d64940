import { UmamiApiError, UmamiClient } from '@umami/api-client';
import request from 'supertest';

import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { zoneAtNoon } from '../noon-zone.ts';

/** The client of Umami 3 as it is published, asking what Umami's documentation shows. */
describe('Umami’s interface', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  let umami: UmamiClient;
  const HOUR = 3_600_000;
  const span = (hours: number) => ({
    websiteId: site.site_key,
    startAt: Date.now() - hours * HOUR,
    endAt: Date.now() + 60_000,
  });

  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ timezone: zoneAtNoon() });
    umami = new UmamiClient({
      baseUrl: `${platform.url}/c/${site.site_key}/api`,
      token: platform.authorization.slice('Bearer '.length),
    });
    const hit = (address: string, n: string, path: string, p: object = {}) =>
      platform
        .beacon(
          { p, n, k: site.site_key, u: `https://${site.domain}${path}` },
          { 'User-Agent': CHROME, 'X-Forwarded-For': address },
        )
        .expect(204);
    await hit('198.51.100.1', 'pageview', '/pricing?utm_source=news');
    await hit('198.51.100.1', 'pageview', '/signup');
    await hit('198.51.100.1', 'Signup', '/signup', { plan: 'pro' });
    await hit('198.51.100.2', 'pageview', '/', { r: 'https://www.google.de/' });
    await hit('198.51.100.3', 'pageview', '/pricing');
  });
  afterAll(() => platform.stop());

  it('tells sums, and those of the span before', async () => {
    const before = { pageviews: 0, visitors: 0, visits: 0, bounces: 0, totaltime: 0 };
    expect(await umami.getWebsiteStats(span(1))).toEqual({
      pageviews: 4,
      visitors: 3,
      visits: 3,
      bounces: 2,
      totaltime: expect.any(Number),
      comparison: before,
    });
    // Whole days, and nothing before them.
    expect(await umami.getWebsiteStats(span(24 * 7))).toMatchObject({ pageviews: 4, visitors: 3 });
    // What has happened since is not in a span that ended before.
    const { startAt, ...past } = span(5);
    expect(await umami.getWebsiteStats({ ...past, startAt, endAt: startAt + HOUR })).toMatchObject(before);
  });

  it('tells sums with the ones before beside them, as version 2 did', async () => {
    const answer = await request(platform.server)
      .get(`/c/${site.site_key}/umami2/api/websites/${site.site_key}/stats`)
      .query(span(1))
      .set('Authorization', platform.authorization);
    expect(answer.body).toMatchObject({ pageviews: { value: 4, prev: 0 }, bounces: { value: 2, prev: 0 } });
  });

  it('filters by the names of both versions', async () => {
    const visitors = async (filter: object) =>
      (await umami.getWebsiteStats({ ...span(1), ...filter })).visitors;
    expect(await visitors({ path: '/pricing' })).toBe(2);
    expect(await visitors({ url: '/pricing' })).toBe(2);
    expect(await visitors({ path: 'eq./pricing,/' })).toBe(3);
    expect(await visitors({ path: 'neq./pricing' })).toBe(2);
    expect(await visitors({ path: 'c.ric' })).toBe(2);
    expect(await visitors({ event: 'Signup' })).toBe(1);
    expect(await visitors({ utmSource: 'news' })).toBe(1);
    expect(await visitors({ referrer: 'google.com', event: 'Signup' })).toBe(0);
    expect(await visitors({ referrer: 'google.com', event: 'Signup', match: 'any' })).toBe(2);
    await expect(visitors({ title: 'x' })).rejects.toMatchObject({ status: 400, code: 'bad-request' });
    await expect(visitors({ path: 're.x' })).rejects.toThrow('path can’t be compared by re');
  });

  it('tells values, series and events', async () => {
    const metrics = (type: string, more = {}) =>
      umami.getWebsiteMetrics({ ...span(1), type, ...more } as never) as Promise<unknown>;
    expect(await metrics('path')).toEqual([
      { x: '/pricing', y: 2 },
      { x: '/signup', y: 1 },
      { x: '/', y: 1 },
    ]);
    expect(await metrics('path', { limit: 1, offset: 1, search: 'i' })).toEqual([{ x: '/signup', y: 1 }]);
    expect(await metrics('event')).toEqual([{ x: 'Signup', y: 1 }]);
    expect(await metrics('exit')).toHaveLength(3);
    await expect(metrics('title')).rejects.toThrow('type must be one of path');
    expect(await umami.getWebsiteExpandedMetrics({ ...span(1), type: 'path' } as never)).toMatchObject([
      { name: '/pricing', pageviews: 2, visitors: 2, bounces: 1 },
      { name: '/signup' },
      { name: '/', bounces: 1 },
    ]);
    const views = await umami.getWebsitePageviews({ ...span(1), unit: 'hour' });
    expect(views.pageviews.reduce((sum, { y }) => sum + y, 0)).toBe(4);
    expect(views.pageviews.length).toBeLessThanOrEqual(3);
    const series = await umami.getWebsiteEventSeries({ ...span(1), unit: 'day', timezone: 'UTC' });
    expect(series).toEqual([
      { x: 'Signup', y: 1, t: expect.stringMatching(/^\d{4}-\d\d-\d\d[ T]00:00:00Z?$/) },
    ]);
    expect(await umami.getWebsiteEventStats(span(1))).toEqual({
      data: { events: 1, uniqueEvents: 1, visitors: 1, visits: 1 },
    });
    expect(await umami.getEventDataProperties(span(1))).toEqual([
      { eventName: 'Signup', propertyName: 'plan', dataType: 1, total: 1 },
    ]);
  });

  it('tells of the properties of events', async () => {
    expect(await umami.getEventDataFields(span(1))).toEqual([
      { propertyName: 'plan', dataType: 1, total: 1 },
    ]);
    const values = { ...span(1), event: 'Signup', propertyName: 'plan' };
    expect(await umami.getEventDataValues(values as never)).toEqual([{ value: 'pro', total: 1 }]);
    expect(await umami.getEventDataStats(span(1))).toEqual({ events: 1, properties: 1, records: 1 });
    const row = { eventName: 'Signup', propertyName: 'plan', dataType: 1, total: 1 };
    expect(await umami.getEventDataEvents(span(1))).toEqual([row]);
    expect(await umami.getEventDataEvents({ ...span(1), event: 'Signup' })).toEqual([
      { ...row, propertyValue: 'pro' },
    ]);
    await expect(umami.getEventDataValues(span(1) as never)).rejects.toThrow('propertyName is required');
  });

  it('counts the page views that a tag was given to', async () => {
    const tagged = await platform.createWebsite({ timezone: zoneAtNoon() });
    for (const [payload, address] of [
      [{ url: '/a', tag: 'red' }, 1],
      [{ url: '/b', tag: 'red' }, 1],
      [{ url: '/a', tag: 'blue' }, 2],
      [{ url: '/a' }, 3],
      [{ url: '/a', name: 'Buy', tag: 'red' }, 3],
    ] as const)
      await request(platform.server)
        .post(`/c/${tagged.site_key}/api/send`)
        .set({ 'User-Agent': CHROME, 'X-Forwarded-For': `198.51.100.${address}` })
        .send({ type: 'event', payload: { website: 'x', ...payload } })
        .expect(200);
    const asked = { ...span(1), websiteId: tagged.site_key };
    expect(await umami.getWebsiteMetrics({ ...asked, type: 'tag' } as never)).toEqual([
      { x: 'red', y: 2 },
      { x: 'blue', y: 1 },
    ]);
    expect(await umami.getWebsiteStats({ ...asked, tag: 'red' } as never)).toMatchObject({
      pageviews: 2,
      visitors: 2,
    });
  });

  it('tells sessions, the present, and since when there are figures', async () => {
    const { data, count } = await umami.getWebsiteSessions({ ...span(1), pageSize: 2 });
    expect([data.length, count, data[0]]).toMatchObject([2, 3, { browser: 'Chrome', views: 1, visits: 1 }]);
    expect(await umami.getWebsiteSessionStats(span(1))).toMatchObject({ visits: { value: 3 } });
    const weekly = await umami.getWebsiteSessionsWeekly({ ...span(1), timezone: 'UTC' });
    expect([weekly.length, weekly.flat().reduce((sum, value) => sum + value)]).toEqual([7, 3]);
    expect(await umami.getWebsiteActive({ websiteId: site.site_key })).toMatchObject({ visitors: 3 });
    const { startDate } = await umami.getWebsiteDateRange({ websiteId: site.site_key });
    expect(Date.now() - Date.parse(startDate)).toBeLessThan(HOUR);
    expect(await umami.getRealtime({ websiteId: site.site_key })).toMatchObject({
      totals: { views: 4, visitors: 3 },
      urls: { '/pricing': 2 },
    });
  });

  it('lists single events, the latest first', async () => {
    const list = async (more: object = {}) =>
      umami.getWebsiteEvents({ ...span(1), pageSize: 2, ...more } as never);
    const first = await list();
    expect(first).toMatchObject({ count: 5, page: 1, pageSize: 2, isCapped: false });
    expect(first.data[0]).toMatchObject({ urlPath: '/pricing', eventType: 1, eventName: null });
    expect(first.data[1]).toMatchObject({
      urlPath: '/',
      referrerDomain: 'google.com',
      hostname: site.domain,
    });
    const last = await list({ page: 3 });
    expect(last.data).toMatchObject([{ urlPath: '/pricing', urlQuery: '' }]);
    const signup = await list({ event: 'Signup' });
    expect([signup.count, signup.data]).toMatchObject([1, [{ eventType: 2, eventName: 'Signup' }]]);
    expect(await list({ path: '/pricing' })).toMatchObject({ count: 2 });
    expect(await list({ referrer: 'google.com' })).toMatchObject({ count: 1 });
    const past = { startAt: Date.now() - 2 * HOUR, endAt: Date.now() - HOUR };
    expect(await list(past)).toMatchObject({ count: 0, data: [] });
    await expect(list({ startAt: 0 })).rejects.toThrow('endAt must be within 31 days');
  });

  it('lists, makes, resets and ends websites of the key’s organisation only', async () => {
    const { data, count } = await umami.listWebsites({ search: site.domain });
    expect([count, data]).toMatchObject([1, [{ id: site.site_key, domain: site.domain }]]);
    const made = await umami.createWebsite({ name: 'New', domain: 'new-umami.example' });
    expect(made).toMatchObject({ domain: 'new-umami.example' });
    const websiteId = (made as { id: string }).id;
    await expect(umami.createWebsite({ name: 'New', domain: 'new-umami.example' })).rejects.toBeInstanceOf(
      UmamiApiError,
    );
    expect(await umami.resetWebsite({ websiteId })).toEqual({ ok: true });
    expect(await umami.deleteWebsite({ websiteId })).toEqual({ ok: true });
    await expect(umami.getWebsite({ websiteId })).rejects.toMatchObject({ status: 404, code: 'not-found' });
    const bearer = await platform.identity.bearer({ organisation: 'org_other' });
    const other = new UmamiClient({
      baseUrl: `${platform.url}/c/${site.site_key}/api`,
      token: bearer.slice('Bearer '.length),
    });
    await expect(other.getWebsiteStats(span(1))).rejects.toMatchObject({ status: 404 });
    expect(await other.listWebsites({})).toMatchObject({ count: 0 });
    const anybody = new UmamiClient({ baseUrl: `${platform.url}/c/${site.site_key}/api` });
    await expect(anybody.getWebsiteStats(span(1))).rejects.toMatchObject({
      status: 401,
      code: 'unauthorized',
    });
  });

  it('says which field it can’t read', async () => {
    const ask = (query: object) =>
      request(platform.server)
        .get(`/c/${site.site_key}/api/websites/${site.site_key}/stats`)
        .query(query)
        .set('Authorization', platform.authorization);
    for (const [query, message] of [
      [{}, 'startAt is required'],
      [{ startAt: 5, endAt: 1 }, 'endAt must not be before startAt'],
      [{ ...span(1), unit: 'eon' }, 'unit must be one of'],
    ] as const) {
      const { status, body } = await ask(query);
      expect([status, body.error]).toEqual([
        400,
        { code: 'bad-request', status: 400, message: expect.stringContaining(message) },
      ]);
    }
  });
});
