import { silentLogger } from '@platform/runtime';
import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import fc from 'fast-check';

import { lengthInDays, spanOf } from '../../src/calendar/date-range.ts';
import { addDays, addMonths } from '../../src/calendar/local-day.ts';
import type { GroupBy } from '../../src/dimensions/dimension-names.ts';
import type { Sum } from '../../src/metrics/metrics.ts';
import { createDerivedKeeper } from '../../src/stats/derived/derived-keeper.ts';
import { createMonthSumsStore } from '../../src/stats/derived/month-sums-store.ts';
import { withoutMonths } from '../../src/stats/sql/rollup-sql.ts';
import { createStatsStore, settledMonths } from '../../src/stats/stats-store.ts';
import { randomTraffic } from './random-traffic.ts';
import { reference } from './reference.ts';
import { storeTraffic } from './store-traffic.ts';

describe('the months of a range', () => {
  it('are whole, and over for at least two days', () => {
    const range = { from: '2026-01-10', to: '2026-04-20' };
    expect(settledMonths(range, '2026-06-01')).toEqual(['2026-02-01', '2026-03-01']);
    expect(settledMonths(range, '2026-04-02')).toEqual(['2026-02-01']);
    expect(settledMonths(range, '2026-04-03')).toEqual(['2026-02-01', '2026-03-01']);
    expect(settledMonths({ from: '2026-01-01', to: '2026-01-31' }, '2026-06-01')).toEqual(['2026-01-01']);
    expect(settledMonths({ from: '2026-01-02', to: '2026-01-31' }, '2026-06-01')).toEqual([]);
  });

  it('and the days beside them make up the range, each day once', () => {
    const day = fc.integer({ min: 0, max: 1000 }).map((offset) => addDays('2025-01-01', offset));
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 255 }),
        (from, length, mask) => {
          const range = { from, to: addDays(from, length) };
          const months = settledMonths(range, '2040-01-01').filter((_, index) => (mask >> (index % 8)) & 1);
          const rest = withoutMonths(range, months);
          const parts = [
            ...rest,
            ...months.map((month) => ({ from: month, to: addDays(addMonths(month, 1), -1) })),
          ].sort((a, b) => (a.from < b.from ? -1 : 1));
          expect(parts[0]?.from).toBe(range.from);
          expect(parts.at(-1)?.to).toBe(range.to);
          parts.slice(1).forEach((part, index) => {
            expect(part.from).toBe(addDays(parts[index]!.to, 1));
          });
          expect(parts.reduce((sum, part) => sum + lengthInDays(part), 0)).toBe(length + 1);
        },
      ),
    );
  });
});

describe('month sums', () => {
  const site = { id: 1, timezone: 'Europe/Berlin' };
  const range = { from: '2026-01-12', to: '2026-04-20' };
  const traffic = randomTraffic({
    websiteId: 1,
    zone: site.timezone,
    from: '2026-01-05',
    days: 110,
    visits: 900,
    seed: 21,
  });
  let db: TestDatabase;
  // Each case changes what is stored.
  beforeEach(async () => {
    db = await createTestDatabase({
      schema: 'analytics',
      migrations: new URL('../../migrations/', import.meta.url),
    });
    await storeTraffic(db.database, traffic);
  });
  afterEach(() => db.drop());

  const MONTHS = ['2026-02-01', '2026-03-01'];

  const setUp = () => {
    const store = createMonthSumsStore(db.database);
    const keeper = createDerivedKeeper({ store, what: 'sums of a month', logger: silentLogger() });
    const ordered: string[] = [];
    const stats = createStatsStore(db.database, {
      onStaleMonths: (of, months) => {
        ordered.push(...months);
        keeper.order(of, months);
      },
    });
    const request = (name?: GroupBy, sums: readonly Sum[] = ['visits']) => ({
      site,
      range,
      span: spanOf(range, site.timezone),
      groupBy: name === undefined ? [] : [name],
      buckets: undefined,
      filter: { and: [] },
      sums: new Set(sums),
    });
    const rowsOf = async (name: GroupBy, sums: readonly Sum[]) => {
      const { rows } = await stats.page(request(name, sums), { sort: [], limit: 1000, offset: 0 });
      return new Map(
        rows.map((row) => [String(row.keys[0]), Object.fromEntries(sums.map((sum) => [sum, row.sums[sum]]))]),
      );
    };
    const expected = (name: GroupBy, sums: readonly Sum[]) =>
      new Map(
        [...reference(traffic, { range, groupBy: [name], filter: { and: [] } })].map(([key, row]) => [
          (JSON.parse(key) as string[])[0]!,
          Object.fromEntries(sums.map((sum) => [sum, row[sum]])),
        ]),
      );
    return { store, keeper, stats, request, ordered, rowsOf, expected };
  };

  const QUESTIONS: readonly (readonly [GroupBy, readonly Sum[]])[] = [
    ['page', ['pageviews', 'visitors', 'engaged', 'scroll']],
    ['entry_page', ['visits']],
    ['exit_page', ['visits']],
    ['country', ['visits', 'visitors']],
    ['event', ['events', 'visitors']],
  ];

  it('give the same answers before and after they are made', async () => {
    const { keeper, ordered, rowsOf, expected, store } = setUp();
    for (const [name, sums] of QUESTIONS) expect(await rowsOf(name, sums)).toEqual(expected(name, sums));
    expect(ordered.slice(0, 2)).toEqual(['2026-02-01', '2026-03-01']);
    await keeper.idle();
    expect(await store.check(site, ['2026-02-01', '2026-03-01'])).toEqual({
      fresh: ['2026-02-01', '2026-03-01'],
      stale: [],
    });
    for (const [name, sums] of QUESTIONS) expect(await rowsOf(name, sums)).toEqual(expected(name, sums));
  });

  it('answer questions once they are made', async () => {
    const { rowsOf, expected, store } = setUp();
    for (const month of MONTHS) await store.make(site, month);
    await db.database('month_sums_pages').where({ month: '2026-02-01' }).increment('pageviews', 1000);
    const [first] = await rowsOf('page', ['pageviews']);
    expect(first?.[1]['pageviews']).toBeGreaterThan(
      (expected('page', ['pageviews']).get(first?.[0] ?? '')?.['pageviews'] ?? 0) + 999,
    );
  });

  it('are not used after a late write or a change of time zone', async () => {
    const { store, stats, request, keeper } = setUp();
    for (const month of MONTHS) await store.make(site, month);
    await db.database('late_writes').insert({ website_id: 1, day: '2026-02-10', writes: 1 });
    await db
      .database('rollup_pages')
      .insert({
        website_id: 1,
        day: '2026-02-10',
        page_id: 1,
        engaged_ms: 0,
        scroll: 0,
        pageviews: 5000,
        visitors: 0,
        entries: 0,
        exits: 0,
      })
      .onConflict(['website_id', 'day', 'page_id'])
      .merge({ pageviews: 5000 });
    expect(await store.check(site, ['2026-02-01', '2026-03-01'])).toEqual({
      fresh: ['2026-03-01'],
      stale: ['2026-02-01'],
    });
    const { rows } = await stats.page(request('page', ['pageviews']), {
      sort: [{ by: 'pageviews', order: 'desc' }],
      limit: 1,
      offset: 0,
    });
    expect(rows[0]?.sums.pageviews).toBeGreaterThanOrEqual(5000);
    expect((await store.check({ ...site, timezone: 'UTC' }, ['2026-03-01'])).stale).toEqual(['2026-03-01']);
    await keeper.idle();
    expect((await store.check(site, ['2026-02-01'])).fresh).toEqual(['2026-02-01']);
  });

  it('may be made by several processes at once', async () => {
    const { store } = setUp();
    await Promise.allSettled(Array.from({ length: 8 }, () => store.make(site, '2026-03-01')));
    expect((await store.check(site, ['2026-03-01'])).fresh).toEqual(['2026-03-01']);
    expect(await db.database('month_sums').where({ month: '2026-03-01' })).toHaveLength(1);
  });

  it('rank the top values of all dimensions as each list does', async () => {
    const { stats, request } = setUp();
    const names = ['page', 'entry_page', 'exit_page', 'country', 'browser', 'event'] as const;
    const topValues = await stats.topValues(request(), names, () => 3);
    for (const name of names) {
      const sum = name === 'page' ? 'pageviews' : name === 'event' ? 'events' : 'visits';
      const { rows, total } = await stats.page(request(name, [sum]), {
        sort: [{ by: sum, order: 'desc' }],
        limit: 3,
        offset: 0,
      });
      expect({ name, ...topValues.get(name) }).toEqual({
        name,
        total,
        rows: rows.map((row) => ({ value: row.keys[0], title: row.title, count: row.sums[sum] })),
      });
    }
  });
});
