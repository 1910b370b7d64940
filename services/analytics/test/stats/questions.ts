import { spanOf } from '../../src/calendar/date-range.ts';
import { addDays } from '../../src/calendar/local-day.ts';
import { timeBuckets } from '../../src/calendar/time-buckets.ts';
import { isTime, VISIT_DIMENSIONS } from '../../src/dimensions/dimension-names.ts';
import type { GroupBy } from '../../src/dimensions/dimension-names.ts';
import { SUMS } from '../../src/metrics/metrics.ts';
import type { Sum, Sums } from '../../src/metrics/metrics.ts';
import type { Condition, Filter } from '../../src/stats/query/filter.ts';
import type { Breakdown } from '../../src/stats/query/stats-rows.ts';
import { intervalIn } from '../../src/stats/query/sums-request.ts';
import type { SumsRequest } from '../../src/stats/query/sums-request.ts';
import type { StatsStore } from '../../src/stats/stats-store.ts';
import { seededRandom } from './random-traffic.ts';
import type { Traffic } from './random-traffic.ts';
import { reference } from './reference.ts';

/**
 * Days around the changes of the clock in spring and autumn, in zones of whole, half and
 * three-quarter hours.
 */
export const SITES = [
  { websiteId: 1, zone: 'UTC', from: '2026-02-20', days: 20, visits: 500, seed: 1 },
  { websiteId: 2, zone: 'Europe/Berlin', from: '2026-03-20', days: 16, visits: 500, seed: 2 },
  { websiteId: 3, zone: 'America/New_York', from: '2025-10-25', days: 16, visits: 500, seed: 3 },
  { websiteId: 4, zone: 'Asia/Kathmandu', from: '2025-12-24', days: 14, visits: 500, seed: 4 },
  { websiteId: 5, zone: 'Asia/Kolkata', from: '2026-05-25', days: 14, visits: 500, seed: 5 },
  { websiteId: 6, zone: 'Australia/Lord_Howe', from: '2026-03-28', days: 14, visits: 500, seed: 6 },
];

export type RecountSite = (typeof SITES)[number];

/** A question about a site; `from` counts days from the site's first. */
export interface Question {
  groupBy: readonly GroupBy[];
  filter: Filter;
  sums: readonly Sum[];
  from: number;
  days: number;
}

/** A question as the store takes it. */
export const requestOf = (site: RecountSite, question: Question): SumsRequest => {
  const range = {
    from: addDays(site.from, question.from),
    to: addDays(site.from, question.from + question.days - 1),
  };
  const span = spanOf(range, site.zone);
  const interval = intervalIn(question.groupBy);
  return {
    site: { id: site.websiteId, timezone: site.zone },
    range,
    span,
    groupBy: question.groupBy,
    filter: question.filter,
    buckets: interval && timeBuckets(span, interval, { timezone: site.zone }),
    sums: new Set(question.sums),
  };
};

/** Asks the store and the reference the same, and returns both as sorted rows of the asked sums. */
export const ask = async (
  store: Pick<StatsStore, 'page'>,
  traffic: Traffic,
  site: RecountSite,
  question: Question,
) => {
  const request = requestOf(site, question);
  const { range } = request;
  const interval = intervalIn(question.groupBy);
  const page = await store.page(request, { sort: [], limit: 100_000, offset: 0 });

  const rows = [...reference(traffic, { range, groupBy: question.groupBy, filter: question.filter })];
  const only = (sums: Sums) => Object.fromEntries(question.sums.map((sum) => [sum, sums[sum]]));
  const timeIndex = question.groupBy.findIndex(isTime);
  const labels = request.buckets?.labels ?? [];
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

/** All times that can be split by. */
export const TIMES: readonly GroupBy[] = [
  'time:minute',
  'time:hour',
  'time:day',
  'time:week',
  'time:month',
  'time:year',
];
const NAMES: readonly GroupBy[] = [...VISIT_DIMENSIONS, 'page', 'event', 'prop:plan', 'prop:seats'];

/** Questions at random, the same ones for the same seed. */
export const createQuestions = (seed: number) => {
  const random = seededRandom(seed);
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!;
  const some = <Item>(list: readonly Item[]): Item[] => list.filter(() => random() < 0.5);
  const condition = (): Condition => {
    const operator = pick([
      'is',
      'is',
      'is_not',
      'contains',
      'contains_not',
      'matches',
      'matches_not',
    ] as const);
    const table = operator.startsWith('contains')
      ? PIECES
      : operator.startsWith('matches')
        ? PATTERNS
        : FILTER_VALUES;
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

  /** Any dimensions, filter, sums and days of a site. */
  const question = (site: RecountSite): Question => {
    const time = random() < 0.4 ? [pick(TIMES)] : [];
    const others = [...new Set([pick(NAMES), pick(NAMES)])].filter(() => random() < 0.5);
    const from = Math.floor(random() * 8);
    return {
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
  };
  return { filter, question };
};

/**
 * The breakdown of some dimensions under a filter, from the store and from the reference, sorted by
 * value.
 */
export const askBreakdown = async (
  store: Pick<StatsStore, 'breakdown'>,
  traffic: Traffic,
  site: RecountSite,
  question: Question,
) => {
  const request = requestOf(site, { ...question, groupBy: [], sums: ['visits'] });
  const found = await store.breakdown(request, ['country', 'browser', 'entry_page'], 100);
  const byValue = (list: readonly Breakdown[]) => [...list].sort((a, b) => (a.value < b.value ? -1 : 1));
  return [...found].map(([name, rows]) => {
    const { range, filter } = request;
    const expected = [...reference(traffic, { range, filter, groupBy: [name] })].map(([key, sums]) => ({
      value: (JSON.parse(key) as string[])[0]!,
      visits: sums.visits,
    }));
    return { name, actual: byValue(rows), expected: byValue(expected) };
  });
};
