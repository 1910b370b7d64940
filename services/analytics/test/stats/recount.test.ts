import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { spanOf } from '../../src/stats/date-range.ts';
import { isTime, VISIT_DIMENSIONS } from '../../src/stats/dimensions.ts';
import type { GroupBy } from '../../src/stats/dimensions.ts';
import type { Condition, Filter } from '../../src/stats/filter.ts';
import { SUMS } from '../../src/stats/metrics.ts';
import type { Sum, Sums } from '../../src/stats/metrics.ts';
import { createStatsStore } from '../../src/stats/stats-store.ts';
import { intervalIn } from '../../src/stats/sums-request.ts';
import { timeBuckets } from '../../src/stats/time-buckets.ts';
import { addDays } from '../../src/stats/zone.ts';
import { randomTraffic, seededRandom, storeTraffic } from './random-traffic.ts';
import type { Traffic } from './random-traffic.ts';
import { reference } from './reference.ts';

/** Days around the changes of the clock in spring and autumn, in zones of whole, half and three-quarter hours. */
const SITES = [
  { websiteId: 1, zone: 'UTC', from: '2026-02-20', days: 20, visits: 500, seed: 1 },
  { websiteId: 2, zone: 'Europe/Berlin', from: '2026-03-20', days: 16, visits: 500, seed: 2 },
  { websiteId: 3, zone: 'America/New_York', from: '2025-10-25', days: 16, visits: 500, seed: 3 },
  { websiteId: 4, zone: 'Asia/Kathmandu', from: '2025-12-24', days: 14, visits: 500, seed: 4 },
  { websiteId: 5, zone: 'Asia/Kolkata', from: '2026-05-25', days: 14, visits: 500, seed: 5 },
  { websiteId: 6, zone: 'Australia/Lord_Howe', from: '2026-03-28', days: 14, visits: 500, seed: 6 },
];

let db: TestDatabase;
const traffic = new Map<number, Traffic>();

beforeAll(async () => {
  db = await createTestDatabase({
    schema: 'analytics',
    migrations: new URL('../../migrations/', import.meta.url),
  });
  for (const site of SITES) {
    const made = randomTraffic(site);
    traffic.set(site.websiteId, made);
    await storeTraffic(db.database, made);
  }
});
afterAll(() => db.drop());

interface Question {
  groupBy: GroupBy[];
  filter: Filter;
  sums: readonly Sum[];
  from: number;
  days: number;
}

/** Asks the store and the reference the same, and returns both as sorted rows of the asked sums. */
const ask = async (site: (typeof SITES)[number], question: Question) => {
  const range = {
    from: addDays(site.from, question.from),
    to: addDays(site.from, question.from + question.days - 1),
  };
  const span = spanOf(range, site.zone);
  const interval = intervalIn(question.groupBy);
  const page = await createStatsStore(db.database).inSnapshot((store) =>
    store.page(
      {
        site: { id: site.websiteId, timezone: site.zone },
        range,
        span,
        groupBy: question.groupBy,
        buckets: interval && timeBuckets(span, interval, site.zone),
        filter: question.filter,
        sums: new Set(question.sums),
      },
      { sort: [], limit: 100_000, offset: 0 },
    ),
  );
  const rows = [
    ...reference(traffic.get(site.websiteId)!, { range, groupBy: question.groupBy, filter: question.filter }),
  ];
  const only = (sums: Sums) => Object.fromEntries(question.sums.map((sum) => [sum, sums[sum]]));
  const timeIndex = question.groupBy.findIndex(isTime);
  const labels = interval ? timeBuckets(span, interval, site.zone).labels : [];
  const normal = (keys: (string | number)[], sums: Sums) => ({ keys, ...only(sums) });
  const byStart = new Map(labels.map((label) => [String(Date.parse(label)), label]));
  const labelOf = (key: string): string =>
    interval === 'hour' || interval === 'minute' ? (byStart.get(key) ?? key) : key;
  const expected = rows.map(([key, sums]) => {
    const keys = JSON.parse(key) as string[];
    return normal(
      keys.map((value, index) => (index === timeIndex ? labelOf(value) : value)),
      sums,
    );
  });
  const actual = page.rows.map(({ keys, sums }) =>
    normal(
      keys.map((value, index) => (index === timeIndex ? (labels[Number(value)] ?? '?') : value)),
      sums,
    ),
  );
  const isEmptyTotal = (row: Record<string, unknown>) =>
    question.groupBy.length === 0 && question.sums.every((sum) => row[sum] === 0);
  const sorted = (list: ReturnType<typeof normal>[]) =>
    list
      .filter((row) => !isEmptyTotal(row))
      .sort((a, b) => (JSON.stringify(a.keys) < JSON.stringify(b.keys) ? -1 : 1));
  return { actual: sorted(actual), expected: sorted(expected) };
};

const FILTER_VALUES: Record<string, string[]> = {
  page: ['/', '/blog/a', '/blog/b_c', '/nowhere'],
  event: ['signup', 'download'],
  'prop:plan': ['pro', '50%_off'],
  entry_page: ['/', '/docs'],
  exit_page: ['/pricing', '/kontakt-ü'],
  referrer: ['google.com', ''],
  channel: ['organic', 'direct'],
  utm_campaign: ['spring', ''],
  country: ['DE', 'US', ''],
  browser: ['Chrome', 'Firefox'],
  device: ['mobile'],
};
const PIECES: Record<string, string[]> = {
  page: ['BLOG', '100%', '_'],
  'prop:plan': ['%_'],
  entry_page: ['docs'],
  country: ['e'],
  referrer: ['.com'],
};
const PATTERNS: Record<string, string[]> = {
  page: ['/blog/*', '*_c', '*'],
  'prop:plan': ['*%*'],
  exit_page: ['/d*'],
  referrer: ['*.org'],
  browser: ['*i*'],
};

describe('every answer equals a recount of what happened', () => {
  const random = seededRandom(42);
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!;
  const some = <Item>(list: readonly Item[]): Item[] => list.filter(() => random() < 0.5);
  const intervals: GroupBy[] = [
    'time:minute',
    'time:hour',
    'time:day',
    'time:week',
    'time:month',
    'time:year',
  ];
  const names: GroupBy[] = [...VISIT_DIMENSIONS, 'page', 'event', 'prop:plan', 'prop:seats'];

  const condition = (): Condition => {
    const operator = pick(['is', 'is', 'is_not', 'contains', 'matches'] as const);
    const table = operator === 'contains' ? PIECES : operator === 'matches' ? PATTERNS : FILTER_VALUES;
    const dimension = pick(Object.keys(table));
    const values = some(table[dimension]!);
    return {
      dimension: dimension as Condition['dimension'],
      operator,
      values: values.length > 0 ? values : [table[dimension]![0]!],
    };
  };
  const filter = (depth: number): Filter => {
    if (depth === 0 || random() < 0.4) return condition();
    const inner = [filter(depth - 1), filter(depth - 1)];
    return random() < 0.5 ? { and: inner } : { or: inner };
  };

  it.each(SITES)('in $zone: what the rollups answer', async (site) => {
    const questions: Question[] = [
      ...[[], ...intervals.map((name) => [name])].map((groupBy) => ({ groupBy, sums: SUMS })),
      ...VISIT_DIMENSIONS.map((name) => ({
        groupBy: [name] as GroupBy[],
        sums: name.endsWith('_page') ? ['visits' as const] : ['visitors' as const, 'visits' as const],
      })),
      ...intervals.map((name) => ({
        groupBy: [name, 'country'] as GroupBy[],
        sums: ['visitors' as const, 'visits' as const],
      })),
      { groupBy: ['page'], sums: ['visitors', 'pageviews', 'engaged', 'scroll'] },
      { groupBy: ['page', 'time:week'], sums: ['visitors', 'pageviews', 'engaged', 'scroll'] },
      { groupBy: ['event'], sums: ['visitors', 'events'] },
      { groupBy: ['time:day', 'event'], sums: ['visitors', 'events'] },
    ].map((question) => ({ filter: { and: [] }, from: 2, days: 9, ...question }) as Question);
    for (const question of questions) {
      const { actual, expected } = await ask(site, question);
      expect({ question, rows: actual }).toEqual({ question, rows: expected });
      expect(expected.length).toBeGreaterThan(0);
    }
  });

  it.each(SITES)('in $zone: random dimensions, filters and ranges', async (site) => {
    let answered = 0;
    for (let round = 0; round < 60; round += 1) {
      const time = random() < 0.4 ? [pick(intervals)] : [];
      const others = [...new Set([pick(names), pick(names)])].filter(() => random() < 0.5);
      const from = Math.floor(random() * 8);
      const question: Question = {
        groupBy: [...time, ...others],
        filter: random() < 0.8 ? { and: [filter(2)] } : { and: [] },
        sums: pick<readonly Sum[]>([
          SUMS,
          SUMS,
          ['visitors'],
          ['visitors', 'pageviews'],
          ['visits'],
          ['pageviews', 'events', 'engaged', 'scroll'],
        ]),
        from,
        days: 1 + Math.floor(random() * (site.days - from)),
      };
      const { actual, expected } = await ask(site, question);
      expect({ question, rows: actual }).toEqual({ question, rows: expected });
      if (expected.length > 0) answered += 1;
    }
    // Most questions must be about something, or the comparison would compare nothing with nothing.
    expect(answered).toBeGreaterThan(30);
  });

  it.each(SITES)('in $zone: the breakdown of many dimensions at once', async (site) => {
    for (let round = 0; round < 12; round += 1) {
      const range = { from: addDays(site.from, round % 5), to: addDays(site.from, 9) };
      const question = { groupBy: [], filter: { and: [filter(2)] } };
      const store = createStatsStore(db.database);
      const found = await store.breakdown(
        {
          site: { id: site.websiteId, timezone: site.zone },
          ...{ range, span: spanOf(range, site.zone), buckets: undefined, sums: new Set<Sum>(['visits']) },
          ...question,
        },
        ['country', 'browser', 'entry_page'],
        100,
      );
      for (const [name, rows] of found) {
        const expected = [
          ...reference(traffic.get(site.websiteId)!, { range, ...question, groupBy: [name] }),
        ].map(([key, sums]) => ({ value: (JSON.parse(key) as string[])[0]!, visits: sums.visits }));
        const byValue = (list: readonly { value: string; visits: number }[]) =>
          [...list].sort((a, b) => (a.value < b.value ? -1 : 1));
        expect({ question, name, rows: byValue(rows) }).toEqual({ question, name, rows: byValue(expected) });
      }
    }
  });
});
