import { UmamiClient } from '@umami/api-client';
import request from 'supertest';

import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { zoneAtNoon } from '../noon-zone.ts';

/** The client of Umami 3 as it is published, and version 3.0's reports as its documentation has them. */
describe('Umami’s interface for sessions and reports', () => {
  let platform: RunningAnalytics;
  beforeAll(async () => {
    platform = await startAnalytics();
  });
  afterAll(() => platform.stop());

  type Sent = readonly [visitor: string, at: number, name: string, page: string, more?: object];

  const store = async (site: WebsiteJson, sent: readonly Sent[]) => {
    const answer = await request(platform.server)
      .post('/api/v1/events')
      .set('Authorization', platform.authorization)
      .send({
        events: sent.map(([visitor, at, name, page, more = {}]) => ({
          site_key: site.site_key,
          name,
          url: `https://${site.domain}${page}`,
          time: new Date(at).toISOString(),
          ip: `198.51.100.${visitor}`,
          user_agent: CHROME,
          ...more,
        })),
      });
    expect([answer.status, answer.body.data?.stored]).toEqual([200, sent.length]);
  };
  const clientOf = (site: WebsiteJson) =>
    new UmamiClient({
      baseUrl: `${platform.url}/c/${site.site_key}/api`,
      token: platform.authorization.slice('Bearer '.length),
    });

  it('tells of one session: what it is, what it did, and with which properties', async () => {
    const site = await platform.createWebsite({ timezone: zoneAtNoon() });
    const umami = clientOf(site);
    const now = Date.now();
    const asked = { websiteId: site.site_key, startAt: now - 3_600_000, endAt: now + 60_000 };
    await store(site, [
      ['1', now - 9_000, 'pageview', '/pricing?a=1'],
      ['1', now - 8_000, 'pageview', '/signup'],
      ['1', now - 8_000, 'Signup', '/signup', { props: { plan: 'pro', seats: 3 } }],
      ['2', now - 7_000, 'pageview', '/'],
    ]);
    const { data } = await umami.getWebsiteSessions(asked);
    const session = data.find(({ events }) => Number(events) > 0);
    const ofSession = { websiteId: site.site_key, sessionId: String(session?.id) };
    expect(await umami.getWebsiteSession(ofSession)).toEqual({
      ...session,
      distinctId: null,
      canDelete: false,
      stitchedSessionCount: 0,
    });
    const activity = await umami.getWebsiteSessionActivity({ ...ofSession, ...asked });
    expect(
      activity.map(({ urlPath, urlQuery, eventName, eventType, hasData }) => [
        `${urlPath} ${urlQuery}`,
        eventName,
        eventType,
        hasData,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['/signup ', 'Signup', 2, true],
        ['/signup ', null, 1, false],
        ['/pricing a=1', null, 1, false],
      ]),
    );
    const eventId = activity.find(({ hasData }) => hasData)?.eventId ?? '';
    expect(await umami.getEventDataById({ websiteId: site.site_key, eventId })).toEqual([
      expect.objectContaining({ dataKey: 'plan', stringValue: 'pro', dataType: 1, websiteEventId: eventId }),
      expect.objectContaining({ dataKey: 'seats', stringValue: '3', numberValue: 3, dataType: 2 }),
    ]);
    expect(await umami.getEventData(asked)).toMatchObject({
      count: 1,
      data: [{ eventId, eventName: 'Signup', eventProperties: [{ dataKey: 'plan' }, { dataKey: 'seats' }] }],
    });
    const events = await umami.getWebsiteEvents(asked);
    expect(events.data.find(({ id }) => id === eventId)).toMatchObject({ sessionId: session?.id });
    // The number alone, as the export of events has it.
    const sessionId = ofSession.sessionId.replace(/-\d{13}$/, '');
    expect(await umami.getWebsiteSession({ ...ofSession, sessionId })).toMatchObject({ id: session?.id });
    for (const unknown of ['5', '5-1700000000000', 'x', `${'9'.repeat(19)}9`])
      await expect(umami.getWebsiteSession({ ...ofSession, sessionId: unknown })).rejects.toMatchObject({
        status: 404,
      });
    await expect(umami.getEventDataById({ websiteId: site.site_key, eventId: 'x' })).rejects.toMatchObject({
      status: 404,
    });
    await expect(umami.getWebsiteSessionProperties(ofSession)).rejects.toThrow(
      'Properties of sessions aren’t stored',
    );
    await expect(umami.getWebsiteRetention(asked)).rejects.toThrow('Retention can’t be answered');
  });

  it('counts exactly the span, also of visits that began before it', async () => {
    const site = await platform.createWebsite({ timezone: 'Europe/Berlin' });
    const umami = clientOf(site);
    const at = (hour: string) => Date.parse(`2026-03-10T${hour}:00+01:00`);
    await store(site, [
      ['1', at('08:50'), 'pageview', '/a'],
      ['1', at('09:10'), 'pageview', '/b'],
      ['1', at('12:00'), 'pageview', '/c'],
      ['2', at('09:15'), 'pageview', '/a'],
      ['2', at('09:16'), 'Buy', '/a'],
      ['3', at('23:50'), 'pageview', '/a'],
    ]);
    const span = (from: string, to: string, more = {}) =>
      ({ websiteId: site.site_key, startAt: at(from), endAt: at(to) - 1, ...more }) as never;
    const of = async (from: string, to: string, more = {}) => {
      const { comparison: _, ...sums } = await umami.getWebsiteStats(span(from, to, more));
      return sums;
    };
    expect(await of('09:00', '10:00')).toEqual({
      pageviews: 2,
      visitors: 2,
      visits: 2,
      bounces: 0,
      totaltime: 60,
    });
    expect(await of('11:00', '13:00')).toMatchObject({ pageviews: 1, visitors: 1, visits: 1, bounces: 1 });
    expect(await of('00:00', '23:00')).toMatchObject({ pageviews: 4, visitors: 2, visits: 3 });
    expect(await of('09:00', '23:59', { path: '/a' })).toMatchObject({ pageviews: 2, visitors: 2 });
    const days = { websiteId: site.site_key, startAt: at('00:00') - 86_400_000, endAt: at('09:05') };
    expect(await umami.getWebsiteStats(days)).toMatchObject({ pageviews: 1, visitors: 1 });
    expect((await umami.getWebsiteSessions(span('09:00', '10:00'))).count).toBe(2);
    expect(await umami.getWebsiteSessionStats(span('09:00', '10:00'))).toMatchObject({
      visitors: { value: 2 },
      events: { value: 1 },
      pageviews: { value: 2 },
    });
    const weekly = await umami.getWebsiteSessionsWeekly(span('09:00', '10:00'));
    expect(weekly.map((day) => day.reduce((sum, value) => sum + value, 0))).toEqual([0, 0, 1, 0, 0, 0, 0]);
  });

  it('tells sums and means that were never rounded on the way', async () => {
    const site = await platform.createWebsite({ timezone: 'Europe/Berlin' });
    const noon = Date.parse('2026-03-10T12:00:00Z');
    await store(site, [
      ...Array.from({ length: 15 }, (_, index): Sent => [String(index + 1), noon, 'pageview', '/']),
      ['1', noon + 7_000, 'pageview', '/'],
    ]);
    const days = { startAt: noon - 13 * 3_600_000, endAt: noon + 11 * 3_600_000 - 1 };
    const sums = await clientOf(site).getWebsiteStats({ websiteId: site.site_key, ...days });
    expect(sums).toMatchObject({ visits: 15, bounces: 14, totaltime: 7 });
    const { body } = await request(platform.server)
      .post('/api/v2/query')
      .set('Authorization', platform.authorization)
      .send({
        site_id: site.domain,
        metrics: ['visit_duration', 'bounce_rate', 'views_per_visit'],
        date_range: ['2026-03-10', '2026-03-10'],
      });
    // 7/15 of a second rounded twice would be a whole one.
    expect(body.results).toEqual([{ dimensions: [], metrics: [0, 93, 1.07] }]);
  });

  it('answers reports in both ways, and says why it can’t', async () => {
    const shop = await platform.createWebsite({ timezone: zoneAtNoon() });
    const umami = clientOf(shop);
    const start = Date.now() - 20 * 60_000;
    const minute = (count: number) => start + count * 60_000;
    const google = { referrer: 'https://www.google.de/' };
    const paid = (amount: number, currency: string, plan: string) => ({
      props: { revenue: amount, currency, plan },
    });
    await store(shop, [
      ['1', minute(0), 'pageview', '/?utm_source=news&utm_medium=email'],
      ['1', minute(1), 'pageview', '/pricing?plan=pro'],
      ['1', minute(2), 'Buy', '/pricing', paid(20, 'EUR', 'pro')],
      ['2', minute(0), 'pageview', '/', google],
      ['2', minute(1), 'pageview', '/pricing'],
      ['2', minute(12), 'Buy', '/pricing', paid(5, 'usd', 'basic')],
      ['3', minute(0), 'pageview', '/pricing'],
      ['3', minute(1), 'pageview', '/'],
    ]);
    const asked = { websiteId: shop.site_key, startAt: start - 60_000, endAt: Date.now() };
    const report = async (type: string, parameters: object, filters: object = {}) => {
      const [startDate, endDate] = [asked.startAt, asked.endAt].map((time) => new Date(time).toISOString());
      const answer = await request(platform.server)
        .post(`/c/${shop.site_key}/api/reports/${type}`)
        .set('Authorization', platform.authorization)
        .send({
          websiteId: shop.site_key,
          type,
          filters,
          parameters: { startDate, endDate, ...parameters },
        });
      return answer.body;
    };

    const goal = { type: 'path', value: '/pricing' };
    expect(await umami.getWebsiteGoalStats({ ...asked, ...goal })).toEqual({ num: 3, total: 3 });
    expect(await report('goal', { type: 'event', value: 'B*' })).toEqual({ num: 2, total: 3 });
    expect(await report('goal', goal, { utmSource: 'news' })).toEqual({ num: 1, total: 1 });

    const buy = { type: 'event', value: 'Buy' };
    const views = [
      { type: 'path', value: '/' },
      { type: 'path', value: '/pricing' },
    ];
    const steps = [...views, buy];
    const funnel = await umami.getWebsiteFunnelStats({ ...asked, window: 5, steps: JSON.stringify(steps) });
    expect(funnel.map(({ visitors, previous, dropped }) => [visitors, previous, dropped])).toEqual([
      [3, 0, 0],
      [2, 3, 1],
      [1, 2, 1],
    ]);
    const reached = async (last: object) =>
      (await report('funnel', { window: 60, steps: [...views, last] })).map(
        ({ visitors }: { visitors: number }) => visitors,
      );
    expect(await reached(buy)).toEqual([3, 2, 2]);
    const other = { property: 'plan', operator: 'neq', value: 'pro' };
    expect(await reached({ ...buy, filters: [other] })).toEqual([3, 2, 1]);
    expect(await reached({ ...buy, filters: [{ ...other, operator: 'c', value: 'PR' }] })).toEqual([3, 2, 1]);

    expect(await umami.getWebsiteJourneys({ ...asked, steps: 3, startStep: '/' })).toEqual([
      { items: ['/', '/pricing', 'Buy', null], count: 1 },
      { items: ['/', '/pricing?plan=pro', 'Buy', null], count: 1 },
    ]);
    expect(await report('journey', { steps: 5, endStep: '/' })).toEqual([
      { items: ['/pricing', '/', null], count: 1 },
    ]);
    expect(await report('journey', { steps: 5, eventType: 2 })).toEqual([{ items: ['Buy', null], count: 2 }]);
    expect(await umami.getWebsiteUtmMetrics({ ...asked, type: 'utm_source' })).toEqual([
      { utm: 'news', views: 1 },
    ]);
    expect(await report('utm', {})).toMatchObject({ utm_medium: [{ utm: 'email', views: 1 }], utm_term: [] });
    expect(await umami.getWebsiteBreakdown({ ...asked, fields: 'path,browser' })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: '/', browser: 'Chrome', views: 3, visitors: 3 }),
      ]),
    );
    expect(await report('breakdown', { fields: ['utmSource'] })).toEqual(
      expect.arrayContaining([expect.objectContaining({ utmSource: 'news', visitors: 1, views: 2 })]),
    );
    const attribution = { type: 'event', step: 'Buy', model: 'first-click' } as const;
    expect(await umami.getWebsiteAttribution({ ...asked, ...attribution })).toMatchObject({
      referrer: [{ name: 'google.com', value: 1 }],
      utm_source: [{ name: 'news', value: 1 }],
      paidAds: [],
      total: { pageviews: 2, visitors: 2, visits: 2 },
    });
    await expect(umami.getWebsiteAttribution({ ...asked, ...attribution, currency: 'EUR' })).rejects.toThrow(
      'not revenue',
    );

    expect(await umami.getWebsiteRevenueStats({ ...asked, currency: 'eur' })).toEqual({
      sum: 20,
      count: 1,
      unique_count: 1,
      total_sessions: 3,
      average: 20,
      arpu: 20 / 3,
      comparison: { sum: 0, count: 0, unique_count: 0, total_sessions: 0, average: 0, arpu: 0 },
    });
    expect(await umami.getWebsiteRevenueMetrics({ ...asked, currency: 'USD', type: 'referrer' })).toEqual([
      { name: 'google.com', value: 5 },
    ]);
    expect(await report('revenue', { currency: 'EUR', unit: 'day' })).toMatchObject({
      chart: [{ x: 'Buy', y: 20, count: 1 }],
      total: { sum: 20 },
      channel: [{ name: 'Email', value: 20 }],
    });

    await platform
      .beacon(
        { n: 'vitals', v: { LCP: 2000, CLS: 0.1 }, k: shop.site_key, u: `https://${shop.domain}/` },
        { 'User-Agent': CHROME, 'X-Forwarded-For': '198.51.100.1' },
      )
      .expect(204);
    const now = { ...asked, endAt: Date.now() + 60_000 };
    expect(await umami.getWebsitePerformanceStats(now)).toMatchObject({
      count: 1,
      lcp: { p50: 2000, p75: 2000, p95: 2000 },
      inp: { p50: null },
      fcp: { p75: null },
    });
    expect(await umami.getWebsitePerformanceMetrics({ ...now, type: 'path', metric: 'lcp' })).toEqual([
      { name: '/', count: 1, p50: 2000, p75: 2000, p95: 2000 },
    ]);
    await expect(umami.getWebsitePerformanceChart({ ...now, metric: 'fcp' })).rejects.toThrow(
      'fcp isn’t measured',
    );
    await expect(umami.getWebsiteFunnelStats({ ...asked, window: 5, steps: '[]' })).rejects.toThrow('steps');
    await expect(umami.getWebsiteGoalStats({ ...asked, type: 'x', value: 'y' })).rejects.toThrow(
      'type must be',
    );
    expect(await report('retention', {})).toMatchObject({
      error: { status: 400, message: expect.stringContaining('known for one day') },
    });
  });
});
