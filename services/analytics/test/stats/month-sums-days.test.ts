import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { spanOf } from '../../src/calendar/date-range.ts';
import type { DateRange } from '../../src/calendar/date-range.ts';
import { timeBuckets } from '../../src/calendar/time-buckets.ts';
import { isTime } from '../../src/dimensions/dimension-names.ts';
import type { GroupBy } from '../../src/dimensions/dimension-names.ts';
import { SUMS } from '../../src/metrics/metrics.ts';
import { createMonthSumsStore } from '../../src/stats/derived/month-sums-store.ts';
import { intervalIn } from '../../src/stats/query/sums-request.ts';
import { createStatsStore } from '../../src/stats/stats-store.ts';
import { randomTraffic } from './random-traffic.ts';
import { reference } from './reference.ts';
import { storeTraffic } from './store-traffic.ts';

/** Months with both changes of the clock, in zones of whole, half and three-quarter hours. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
] as const;
const MONTHS = [
  '2025-10-01',
  '2025-11-01',
  '2025-12-01',
  '2026-01-01',
  '2026-02-01',
  '2026-03-01',
  '2026-04-01',
];
const SPLITS: readonly (readonly GroupBy[])[] = [
  [],
  ...(['day', 'week', 'month', 'year'] as const).map((interval): GroupBy[] => [`time:${interval}`]),
];
const RANGES: readonly DateRange[] = [
  { from: '2025-09-17', to: '2026-05-11' },
  { from: '2025-10-01', to: '2025-10-31' },
  { from: '2026-03-02', to: '2026-04-30' },
];

const siteOf = (zone: (typeof ZONES)[number]) => ({ id: ZONES.indexOf(zone) + 1, timezone: zone });

const trafficOf = (zone: (typeof ZONES)[number]) => {
  const { id: websiteId } = siteOf(zone);
  return randomTraffic({
    websiteId,
    zone,
    from: '2025-09-10',
    days: 250,
    visits: 1200,
    seed: 40 + websiteId,
  });
};

describe('daily sums of summed-up months', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase({
      schema: 'analytics',
      migrations: new URL('../../migrations/', import.meta.url),
    });
    for (const zone of ZONES) await storeTraffic(db.database, trafficOf(zone));
  });
  afterAll(() => db.drop());

  const ask = (zone: (typeof ZONES)[number], range: DateRange, groupBy: readonly GroupBy[]) => {
    const span = spanOf(range, zone);
    const interval = intervalIn(groupBy);
    const buckets = interval && timeBuckets(span, interval, { timezone: zone });
    return createStatsStore(db.database)
      .page(
        { site: siteOf(zone), range, span, groupBy, buckets, filter: { and: [] }, sums: new Set(SUMS) },
        { sort: [], limit: 100_000, offset: 0 },
      )
      .then(
        ({ rows }) =>
          new Map(
            rows.map(({ keys, sums }) => [
              JSON.stringify(
                keys.map((key, index) =>
                  groupBy[index] && isTime(groupBy[index]) ? buckets?.labels[Number(key)] : key,
                ),
              ),
              sums,
            ]),
          ),
      );
  };

  it.each(ZONES)('give the same totals and series in %s', async (zone) => {
    const traffic = trafficOf(zone);
    const store = createMonthSumsStore(db.database);
    const answers = async () => {
      const all = [];
      for (const range of RANGES)
        for (const groupBy of SPLITS) all.push({ range, groupBy, rows: await ask(zone, range, groupBy) });
      return all;
    };
    const before = await answers();
    for (const { range, groupBy, rows } of before)
      expect({ range, groupBy, rows }).toEqual({
        range,
        groupBy,
        rows: reference(traffic, { range, groupBy, filter: { and: [] } }),
      });
    for (const month of MONTHS) await store.make(siteOf(zone), month);
    expect((await store.check(siteOf(zone), MONTHS)).fresh).toEqual(MONTHS);
    expect(await answers()).toEqual(before);
  });

  it('answer every question except hourly ones', async () => {
    const range = { from: '2025-10-01', to: '2025-12-31' };
    const total = async (groupBy: readonly GroupBy[]) =>
      [...(await ask('UTC', range, groupBy)).values()].reduce((sum, { pageviews }) => sum + pageviews, 0);
    const expected = await total([]);
    const day = { website_id: 1, day: '2025-11-11' };
    for (const month of MONTHS) await createMonthSumsStore(db.database).make(siteOf('UTC'), month);
    await db.database('month_sums_days').where(day).increment('pageviews', 1000);
    for (const groupBy of SPLITS) expect([groupBy, await total(groupBy)]).toEqual([groupBy, expected + 1000]);
    expect(await total(['time:hour'])).toBe(expected);
    await db.database('month_sums_days').where(day).decrement('pageviews', 1000);
  });
});
