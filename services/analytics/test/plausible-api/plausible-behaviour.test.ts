import request from 'supertest';

import { spanOf } from '../../src/calendar/date-range.ts';
import { fitsColumns } from '../../src/stats/derived/columns/column-reader.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { randomTraffic } from '../stats/random-traffic.ts';
import type { RawEvent, RawVisit, Traffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';
import { revenueOf, withWorth } from '../stats/worth.ts';

const ZONE = 'Asia/Kathmandu';
const RANGE = { from: '2026-02-02', to: '2026-02-11' };
const SPAN = spanOf(RANGE, ZONE);

const isPage = (page: string) => (event: RawEvent) => event.kind === 0 && event.page === page;
const isNamed = (name: string) => (event: RawEvent) => event.kind === 1 && event.name === name;
const did = ({ events }: RawVisit, what: (event: RawEvent) => boolean): boolean => events.some(what);

describe('what else a visit did, and what it was worth', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  let traffic: Traffic;
  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ timezone: ZONE });
    traffic = withWorth(
      randomTraffic({ websiteId: site.id, zone: ZONE, from: '2026-02-01', days: 12, visits: 700, seed: 8 }),
    );
    await storeTraffic(platform.db.database, traffic);
  });
  afterAll(() => platform.stop());

  const ask = async (body: object) =>
    (
      await request(platform.server)
        .post('/api/v2/query')
        .set('Authorization', platform.authorization)
        .send({ site_id: site.domain, date_range: [RANGE.from, RANGE.to], ...body })
        .expect(200)
    ).body;

  const began = () =>
    traffic.visits.filter(({ startedAt }) => startedAt >= SPAN.start && startedAt < SPAN.end);
  const happened = (what: (event: RawEvent) => boolean, of: (visit: RawVisit) => boolean) =>
    traffic.visits
      .filter(of)
      .flatMap(({ events }) => events)
      .filter((event) => what(event) && event.ts >= SPAN.start && event.ts < SPAN.end);

  const PRICING = ['is', 'event:page', ['/pricing']];
  const SIGNUP = ['is', 'event:name', ['signup']];
  const FILTERS: readonly [readonly unknown[], (visit: RawVisit) => boolean][] = [
    [['has_done', PRICING], (visit) => did(visit, isPage('/pricing'))],
    [['has_not_done', PRICING], (visit) => !did(visit, isPage('/pricing'))],
    [['not', ['has_done', SIGNUP]], (visit) => !did(visit, isNamed('signup'))],
    [
      ['has_done', ['or', [PRICING, SIGNUP]]],
      (visit) => did(visit, isPage('/pricing')) || did(visit, isNamed('signup')),
    ],
    [
      ['has_not_done', ['or', [PRICING, SIGNUP]]],
      (visit) => !did(visit, isPage('/pricing')) && !did(visit, isNamed('signup')),
    ],
    [
      ['has_done', ['and', [SIGNUP, ['is', 'event:props:plan', ['pro']]]]],
      (visit) => did(visit, (event) => isNamed('signup')(event) && event.props['plan'] === 'pro'),
    ],
    [
      [
        'or',
        [
          ['has_done', SIGNUP],
          ['is', 'visit:country', ['DE']],
        ],
      ],
      (visit) => did(visit, isNamed('signup')) || visit.values['country'] === 'DE',
    ],
  ];

  it.each(FILTERS)('visits that fit %j equal a recount', async (filter, fits) => {
    const whole = await ask({ metrics: ['visits', 'visitors'], filters: [filter] });
    const expected = began().filter(fits);
    expect(expected.length).toBeGreaterThan(10);
    expect(whole.results[0].metrics).toEqual([
      expected.length,
      new Set(expected.map(({ visitorId }) => visitorId)).size,
    ]);
    const byCountry = await ask({
      metrics: ['visits'],
      dimensions: ['visit:country'],
      filters: [filter],
    });
    for (const { dimensions, metrics } of byCountry.results)
      expect([dimensions[0], metrics[0]]).toEqual([
        dimensions[0],
        expected.filter(({ values }) => values['country'] === dimensions[0]).length,
      ]);
  });

  it.each(FILTERS)('events and views of visits that fit %j equal a recount', async (filter, fits) => {
    const downloads = await ask({
      metrics: ['events'],
      filters: [['is', 'event:goal', ['download']], filter],
    });
    const pages = await ask({ metrics: ['pageviews'], dimensions: ['event:page'], filters: [filter] });
    const views = Map.groupBy(
      happened(({ kind }) => kind === 0, fits),
      ({ page }) => page,
    );
    expect(pages.results.length).toBeGreaterThan(3);
    expect([downloads.results[0].metrics[0], new Map(pages.results.map(countOf))]).toEqual([
      happened(isNamed('download'), fits).length,
      new Map([...views].map(([page, { length }]) => [page, length])),
    ]);
  });

  const countOf = ({ dimensions, metrics }: { dimensions: string[]; metrics: number[] }) => [
    dimensions[0],
    metrics[0],
  ];

  it('is never asked of stored columns, which don’t know it', () => {
    const request = {
      site: { id: 1, timezone: ZONE },
      range: RANGE,
      span: SPAN,
      buckets: undefined,
      groupBy: ['country'] as const,
      sums: new Set(['visits'] as const),
    };
    const what = { dimension: 'page', operator: 'is', values: ['/'] } as const;
    expect(fitsColumns({ ...request, filter: what })).toBe(true);
    expect(fitsColumns({ ...request, filter: { and: [{ what, done: true }] } })).toBe(false);
  });

  it('revenue equals a recount, by name and by day', async () => {
    const only = { plan: ['is', 'event:props:currency', ['EUR']] };
    const isEuro = (event: RawEvent) => event.kind === 1 && event.props['currency'] === 'EUR';
    const everyone = () => true;
    const days = await ask({
      metrics: ['total_revenue', 'average_revenue', 'events'],
      dimensions: ['time:day'],
      filters: [['is', 'event:goal', ['signup']], only.plan],
    });
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE });
    const paid = happened((event) => isNamed('signup')(event) && isEuro(event), everyone);
    expect(days.results.length).toBe(10);
    for (const { dimensions, metrics } of days.results) {
      const events = paid.filter(({ ts }) => local.format(ts) === dimensions[0]);
      const [expected] = revenueOf(events);
      const average = expected && Number((expected.amount / events.length).toFixed(2));
      expect([metrics[0]?.value, metrics[0]?.currency, metrics[1]?.value, metrics[2]]).toEqual([
        expected?.amount,
        expected?.currency,
        average,
        events.length,
      ]);
    }
    const names = await ask({
      metrics: ['total_revenue'],
      dimensions: ['event:goal'],
      filters: [only.plan],
    });
    const expected = [...Map.groupBy(happened(isEuro, everyone), ({ name }) => name)]
      .map(([name, events]) => [name, revenueOf(events)[0]?.amount ?? 0] as const)
      .sort((a, b) => b[1] - a[1]);
    expect(
      names.results.map(({ dimensions, metrics }: { dimensions: string[]; metrics: { value: number }[] }) => [
        dimensions[0],
        metrics[0]?.value,
      ]),
    ).toEqual(expected);
  });
});
