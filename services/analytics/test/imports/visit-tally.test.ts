import type { ImportedHit } from '../../src/imports/visit-tally.ts';
import { createKeyNumbers, createVisitTally } from '../../src/imports/visit-tally.ts';
import { createStorageRules } from '../../src/exclusions/rules/storage-rules.ts';
import { DEFAULTS } from '../../src/websites/website.ts';
import { createTally, createTexts } from '../../src/imports/tally.ts';

const NOON = Date.parse('2024-01-05T12:00:00Z');
const DAY = 86_400_000;

const hit = (visit: string, visitor: string, values: Partial<ImportedHit> = {}): ImportedHit => ({
  visit,
  visitor,
  time: NOON,
  page: '/',
  event: null,
  dimensions: {},
  ...values,
});
const open = () => {
  const tally = createTally();
  return {
    tally,
    visits: createVisitTally({
      tally,
      domain: 'a.example',
      timezone: 'UTC',
      spelling: { trailingSlash: 'keep', queryOrder: 'keep', campaignCase: 'keep' },
      rules: createStorageRules(DEFAULTS),
      isExcludedParam: () => false,
      isNamedParam: () => false,
    }),
  };
};

describe('the tally of visits', () => {
  it('counts a visitor once for a day and value', async () => {
    const { tally, visits } = open();
    const [chrome, other] = [{ browser: 'Chrome', os: 'macOS' }, { browser: 'Chrome' }];
    visits.add(hit('1', 'a', { dimensions: chrome }));
    visits.add(hit('2', 'a', { dimensions: other }));
    visits.add(hit('3', 'b', { dimensions: other }));
    visits.add(hit('4', 'a', { dimensions: other, time: NOON + DAY }));
    await visits.finish(undefined);
    const [first, second] = [tally.days.get('2024-01-05'), tally.days.get('2024-01-06')];
    expect(first?.totals).toMatchObject({ visits: 3, visitors: 2, pageviews: 3, bounces: 3 });
    expect(first?.values.get('browser')?.get('Chrome')).toEqual({ visits: 3, visitors: 2, hits: 0 });
    expect(first?.values.get('os')?.get('macOS')).toEqual({ visits: 1, visitors: 1, hits: 0 });
    expect(second?.values.get('browser')?.get('Chrome')).toEqual({ visits: 1, visitors: 1, hits: 0 });
  });

  it('cuts texts before it counts by them, and tells long visits apart', async () => {
    const { tally, visits } = open();
    const [long, value] = ['x'.repeat(90_000), 'y'.repeat(90_000)];
    for (const end of ['1', '2', '3']) {
      const dimensions = { utm_term: value + end };
      visits.add(hit(long + end, long, { dimensions, page: `/${long}${end}` }));
      visits.add(hit(long + end, long, { dimensions, page: '', event: value + end }));
    }
    await visits.finish(undefined);
    const day = tally.days.get('2024-01-05');
    expect(day?.totals).toMatchObject({ visits: 3, visitors: 1, pageviews: 3, events: 3 });
    const page = { pageviews: 3, visitors: 1, entries: 3, exits: 3, engaged: 0, scroll: 0 };
    expect([...(day?.pages ?? [])]).toEqual([[`/${'x'.repeat(999)}`, page]]);
    const kept = (dimension: 'utm_term' | 'event') => [...(day?.values.get(dimension) ?? [])];
    expect(kept('utm_term')).toEqual([['y'.repeat(200), { visits: 3, visitors: 1, hits: 0 }]]);
    expect(kept('event')).toEqual([['y'.repeat(200), { visits: 0, visitors: 1, hits: 3 }]]);
  });

  it('refuses more text than there is memory for', () => {
    const texts = createTexts();
    const long = 'x'.repeat(1_000);
    expect(() => {
      for (let index = 0; index < 51_000; index += 1) texts.pageNumber(`${index}${long}`);
    }).toThrow('too many different values');
  });

  it('lets others have the thread while it counts', async () => {
    const { visits } = open();
    for (let index = 0; index < 3_000; index += 1)
      visits.add(hit(`${index}`, `${index}`, { dimensions: { browser: `${index % 9}` } }));
    let [turns, isDone] = [0, false];
    const others = (): void => {
      turns += 1;
      if (!isDone) setImmediate(others);
    };
    setImmediate(others);
    await visits.finish(undefined);
    isDone = true;
    expect(turns).toBeGreaterThan(2);
  });

  it('stops when it is told to', async () => {
    const { visits } = open();
    visits.add(hit('1', 'a'));
    await expect(visits.finish(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });

  it('numbers keys in the order in which they come', () => {
    const numbers = createKeyNumbers();
    const keys = Array.from(
      { length: 2_000 },
      (_, index) => [(index * 2 ** 40) % 2 ** 53, -(index % 7)] as const,
    );
    const expected = new Map<string, number>();
    for (const [high, low] of [...keys, ...keys]) {
      const known = expected.get(`${high} ${low}`) ?? expected.size;
      expected.set(`${high} ${low}`, known);
      expect(numbers.of(high, low)).toBe(known);
    }
    expect(numbers.size()).toBe(expected.size);
  });
});
