import { eventually } from '@platform/testing';
import fc from 'fast-check';
import request from 'supertest';

import { spanOf } from '../../src/calendar/date-range.ts';
import { addDays, localDay, startOfDay } from '../../src/calendar/local-day.ts';
import { addAmounts, addCounts } from '../../src/goals/days/add-counts.ts';
import { encodeConverting } from '../../src/goals/days/converting-visits.ts';
import { createBlocksStore } from '../../src/stats/derived/columns/blocks-store.ts';
import type { WebsiteJson } from '../harness.ts';
import type { RawEvent, RawVisit } from '../stats/random-traffic.ts';
import { fits, FROM, TO, useGoals } from './goals-harness.ts';

const { platform, site, traffic, send } = useGoals();
const ZONE = 'Europe/Berlin';
const HALF_DAY = 12 * 3_600_000;
/** Of one visitor: more than JavaScript takes as arguments of one call. */
const VIEWS = 200_000;

interface Rule {
  readonly body: Readonly<Record<string, unknown>>;
  readonly accepts: (event: RawEvent) => boolean;
  /** The amount added up over a visit's views of a page, and how much of it each view must have. */
  readonly measured?: readonly [of: (event: RawEvent) => number, threshold: number];
}

const isView = ({ kind }: RawEvent): boolean => kind === 0;
const RULES: Readonly<Record<string, Rule>> = {
  all: { body: { type: 'page', pattern: '*' }, accepts: isView },
  pricing: {
    body: { type: 'page', pattern: '/pricing' },
    accepts: (event) => isView(event) && event.page === '/pricing',
  },
  signup: {
    body: { type: 'event', pattern: 'signup' },
    accepts: ({ kind, name }) => kind === 1 && name === 'signup',
  },
  scrolled: {
    body: { type: 'scroll', pattern: '/p*', threshold: 40 },
    accepts: ({ kind, page }) => kind !== 1 && fits('/p*', page),
    measured: [({ scroll }) => scroll, 40],
  },
  engaged: {
    body: { type: 'engaged', pattern: '*', threshold: 12 },
    accepts: ({ kind }) => kind !== 1,
    measured: [({ engaged }) => engaged / 1000, 12],
  },
};
const STEPS = ['all', 'engaged', 'pricing', 'signup'];

interface Found {
  readonly visitor: number;
  readonly at: number;
}

/** The reference: a rule's conversions among the events of a range. */
const conversionsOf = (
  { accepts, measured }: Rule,
  from: string,
  to: string,
  isCounted: (visit: RawVisit) => boolean,
): Found[] => {
  const { start, end } = spanOf({ from, to }, ZONE);
  return traffic().visits.flatMap((visit) => {
    const { visitorId: visitor, events } = visit;
    if (!isCounted(visit)) return [];
    const of = events.filter((event) => event.ts >= start && event.ts < end && accepts(event));
    if (!measured) return of.map(({ ts }) => ({ visitor, at: ts }));
    const [amountOf, threshold] = measured;
    return Map.groupBy(of, ({ page }) => page)
      .values()
      .toArray()
      .filter((rows) => {
        const views = rows.filter(isView).length;
        return views > 0 && rows.reduce((sum, row) => sum + amountOf(row), 0) >= threshold * views;
      })
      .map((rows) => ({ visitor, at: Math.max(...rows.map(({ ts }) => ts)) }));
  });
};

const everyVisit = (_: RawVisit): boolean => true;

const goalOf = (name: string, from: string, to: string, isCounted = everyVisit) => {
  const found = conversionsOf(RULES[name] as Rule, from, to, isCounted);
  return [found.length, new Set(found.map(({ visitor }) => visitor)).size];
};

const funnelOf = (from: string, to: string, isCounted = everyVisit): number[] => {
  const steps = STEPS.map((name) =>
    Map.groupBy(conversionsOf(RULES[name] as Rule, from, to, isCounted), ({ visitor }) => visitor),
  );
  const counts = STEPS.map(() => 0);
  for (const visitor of steps[0]?.keys() ?? []) {
    let before = -Infinity;
    for (const [step, found] of steps.entries()) {
      const later = (found.get(visitor) ?? []).map(({ at }) => at).filter((at) => at > before);
      if (later.length === 0) break;
      before = Math.min(...later);
      counts[step] = (counts[step] ?? 0) + 1;
    }
  }
  return counts;
};

interface GoalJson {
  readonly name: string;
  readonly conversions: number;
  readonly converters: number;
}

const askedOf = (from: string, to: string, filters: readonly object[]): string =>
  `from=${from}&to=${to}&filters=${encodeURIComponent(JSON.stringify(filters))}`;
const askGoals = async (from: string, to: string, filters: readonly object[] = []) => {
  const answer = await send('get', `/goals?${askedOf(from, to, filters)}`);
  const goals = answer.body.data as GoalJson[];
  return Object.fromEntries(
    goals.map(({ name, conversions, converters }) => [name, [conversions, converters]]),
  );
};
const askFunnel = async (from: string, to: string, filters: readonly object[] = []) => {
  const [funnel] = (await send('get', `/funnels?${askedOf(from, to, filters)}`)).body.data as {
    steps: { visitors: number }[];
  }[];
  return funnel?.steps.map(({ visitors }) => visitors);
};

/** Ranges of every kind: whole, single days, and such that cut visits over midnight. */
const RANGES: readonly (readonly [string, string])[] = [
  [FROM, TO],
  [addDays(FROM, 9), addDays(FROM, 9)],
  [addDays(FROM, 9), addDays(FROM, 10)],
  [addDays(FROM, 3), addDays(TO, -4)],
  [addDays(TO, -1), TO],
];
const DAYS = 20;

/** Making a goal counts the last 30 days, which are stored too. */
const days = () =>
  platform().db.database('goal_days').where({ website_id: site().id }).whereBetween('day', [FROM, TO]);
const storedDays = async (): Promise<number> => Number((await days().count('* AS count'))[0]?.['count']);

/** Asks over all days until each is stored for each of the goals and the funnel. */
const untilStored = async (lists = Object.keys(RULES).length + 1): Promise<void> => {
  await askGoals(FROM, TO);
  await askFunnel(FROM, TO);
  await eventually(async () => {
    expect(await storedDays()).toBe(lists * DAYS);
  });
};

type Filtered = readonly [what: string, filters: readonly object[], isCounted: (visit: RawVisit) => boolean];
const is = (dimension: string, ...values: string[]): object => ({ dimension, operator: 'is', values });
const FILTERS: readonly [Filtered, ...Filtered[]] = [
  ['country is DE', [is('country', 'DE')], ({ values }) => values['country'] === 'DE'],
  [
    'device is not mobile, browser contains “f”',
    [
      { dimension: 'device', operator: 'is_not', values: ['mobile'] },
      { dimension: 'browser', operator: 'contains', values: ['f'] },
    ],
    ({ values }) => values['device'] !== 'mobile' && /f/i.test(values['browser'] ?? ''),
  ],
  [
    'entry page is / or /pricing',
    [is('entry_page', '/', '/pricing')],
    ({ entryPage }) => ['/', '/pricing'].includes(entryPage),
  ],
  ['country is nowhere', [is('country', 'ZZ')], () => false],
  [
    'page is /pricing',
    [is('page', '/pricing')],
    ({ events }) => events.some(({ kind, page }) => kind === 0 && page === '/pricing'),
  ],
  [
    'page contains “p” and is not /, country is DE or FR',
    [
      { dimension: 'page', operator: 'contains', values: ['p'] },
      { dimension: 'page', operator: 'is_not', values: ['/'] },
      is('country', 'DE', 'FR'),
    ],
    ({ events, values }) =>
      ['DE', 'FR'].includes(values['country'] ?? '') &&
      events.some(({ kind, page }) => kind === 0 && page.includes('p') && page !== '/'),
  ],
  [
    'event is signup',
    [is('event', 'signup')],
    ({ events }) => events.some(({ kind, name }) => kind === 1 && name === 'signup'),
  ],
];

/** Stores the website's days as columns, in several blocks each. */
const storeBlocks = async (): Promise<void> => {
  const blocks = createBlocksStore(platform().db.database, { visitsInBlock: 10 });
  const own = { id: site().id, timezone: ZONE };
  // A slow question begins it in the background, too, and one does it at a time.
  await eventually(async () => {
    for (let day = FROM; day <= TO; day = addDays(day, 1)) await blocks.make(own, day);
    expect(await blocks.stored(own, { from: FROM, to: TO })).toHaveLength(DAYS);
  });
};

const expectRecount = async (): Promise<void> => {
  for (const [from, to] of RANGES) {
    expect([from, to, await askGoals(from, to)]).toEqual([
      from,
      to,
      Object.fromEntries(Object.keys(RULES).map((name) => [name, goalOf(name, from, to)])),
    ]);
    expect([from, to, await askFunnel(from, to)]).toEqual([from, to, funnelOf(from, to)]);
  }
};

describe('goals and funnels of settled days', () => {
  beforeAll(async () => {
    for (const [name, { body }] of Object.entries(RULES))
      expect((await send('post', '/goals', { name, ...body })).status).toBe(201);
    const steps = STEPS.map((name) => RULES[name]?.body);
    expect((await send('post', '/funnels', { name: 'Buying', steps })).status).toBe(201);
  });

  it('are the same before and after they are stored', async () => {
    await expectRecount();
    await untilStored();
    await expectRecount();
  });

  it('have visitors over midnight in more than one of them', async () => {
    await untilStored();
    const rows = await days().whereRaw('jsonb_array_length(crossing) > 0').count('* AS count');
    expect(Number(rows[0]?.['count'])).toBeGreaterThan(0);
  });

  it.each(FILTERS)(
    'are the same under the filter %s, before and after they are stored',
    async (_, filters, isCounted) => {
      const everything = async () => [
        (await send('get', `/goals?${askedOf(FROM, TO, filters)}`)).body.data as unknown,
        (await send('get', `/funnels?${askedOf(FROM, TO, filters)}`)).body.data as unknown,
      ];
      const expectFiltered = async (): Promise<void> => {
        for (const [from, to] of RANGES) {
          expect([from, to, await askGoals(from, to, filters)]).toEqual([
            from,
            to,
            Object.fromEntries(Object.keys(RULES).map((name) => [name, goalOf(name, from, to, isCounted)])),
          ]);
          expect([from, to, await askFunnel(from, to, filters)]).toEqual([
            from,
            to,
            funnelOf(from, to, isCounted),
          ]);
        }
      };
      await days().delete();
      const counted = await everything();
      await expectFiltered();
      await untilStored();
      await storeBlocks();
      await expectFiltered();
      // Amounts and rates, too.
      expect(await everything()).toEqual(counted);
    },
  );

  it.each(FILTERS.filter(([what]) => !what.includes('nowhere')))(
    'are answered under the filter %s from what is stored, unless it is of other rows',
    async (_, filters) => {
      const day = addDays(FROM, 5);
      await untilStored();
      await storeBlocks();
      const before = (await askGoals(FROM, TO, filters))['all'];
      const kept = { kept_place: '', kept_step: '', kept_turn: '', kept_count: '' };
      await days()
        .where({ day })
        .update({
          converting: encodeConverting({ ...kept, kept_crossing: [], kept_amounts: [] }, []),
          converting_more: JSON.stringify({ crossing: [], amounts: [] }),
        });
      const without = (await askGoals(FROM, TO, filters))['all'];
      expect(without?.[0]).toBeLessThan(before?.[0] ?? 0);
      await platform()
        .db.database('column_blocks')
        .where({ website_id: site().id, day })
        .update({ writes: 99 });
      expect((await askGoals(FROM, TO, filters))['all']).toEqual(before);
      await days().delete();
      await storeBlocks();
      await untilStored();
    },
  );

  it('add up by day and by month', async () => {
    const [goal] = (await send('get', '/goals')).body.data as { id: number; name: string }[];
    await untilStored();
    await storeBlocks();
    for (const [[, filters, isCounted], interval] of [
      [['everybody', [], everyVisit] as const, 'day'],
      [['everybody', [], everyVisit] as const, 'month'],
      [FILTERS[0], 'day'],
      [FILTERS[0], 'month'],
    ] as const) {
      const path = `/goals/${goal?.id ?? 0}?${askedOf(FROM, TO, filters)}&interval=${interval}`;
      const periods = (await send('get', path)).body.data.periods as (GoalJson & { period: string })[];
      const last = { '2026-03': '2026-03-31', '2026-04': TO };
      for (const { period, conversions, converters } of periods) {
        const from = interval === 'day' ? period : period === '2026-03' ? FROM : '2026-04-01';
        const to = interval === 'day' ? period : last[period as keyof typeof last];
        expect([period, conversions, converters]).toEqual([
          period,
          ...goalOf(goal?.name ?? '', from, to, isCounted),
        ]);
      }
    }
  });

  it('are answered from what is stored', async () => {
    await untilStored();
    const day = addDays(FROM, 5);
    await days().where({ day }).update({ conversions: 1_000_000 });
    expect((await askGoals(day, day))['all']?.[0]).toBeGreaterThanOrEqual(1_000_000);
    await days().where({ day }).delete();
    await untilStored();
    await expectRecount();
  });

  it('are counted again after an event came late, and after the time zone changed', async () => {
    const shop = await platform().createWebsite({ timezone: ZONE });
    const first = addDays(localDay(ZONE, Date.now()), -10);
    const noons = Array.from(
      { length: 10 },
      (_, index) => startOfDay(ZONE, addDays(first, index)) + HALF_DAY,
    );
    await platform().backfill(shop, noons);
    const ask = async (method: 'get' | 'post' | 'patch', path = '/goals', body?: object) =>
      request(platform().server)
        [method](`/api/v1/websites/${shop.id}${path}`)
        .set('Authorization', await platform().identity.bearer())
        .send(body);
    const conversions = async (): Promise<unknown> => {
      const answer = await ask('get');
      return answer.body.data[0].conversions;
    };
    const stored = async (column: string): Promise<unknown[]> =>
      platform().db.database('goal_days').where({ website_id: shop.id, day: first }).pluck(column);
    await ask('post', '/goals', { name: 'Read', type: 'page', pattern: '/' });
    await eventually(async () => {
      expect(await stored('conversions')).toEqual([1]);
    });
    await platform().backfill(shop, [startOfDay(ZONE, addDays(first, 1)) - 60_000]);
    expect(await conversions()).toBe(11);
    await eventually(async () => {
      expect(await stored('conversions')).toEqual([2]);
    });
    expect(await conversions()).toBe(11);
    // In Tokyo the visitor's late view was on the next day, so neither day can be added up by itself.
    expect((await ask('patch', '', { timezone: 'Asia/Tokyo' })).status).toBe(200);
    expect(await conversions()).toBe(11);
    await eventually(async () => {
      expect([await stored('timezone'), await stored('conversions')]).toEqual([['Asia/Tokyo'], [0]]);
    });
    expect(await conversions()).toBe(11);
  });

  it('are forgotten with their goal', async () => {
    await untilStored();
    const stored = await storedDays();
    const made = await send('post', '/goals', { name: 'another', type: 'page', pattern: '/another' });
    await untilStored(Object.keys(RULES).length + 2);
    expect((await send('delete', `/goals/${made.body.data.id as number}`)).status).toBe(200);
    expect(await storedDays()).toBe(stored);
  });
});

describe('a visit over midnight with very many conversions', () => {
  const to = addDays(localDay(ZONE, Date.now()), -10);
  const from = addDays(to, -1);
  const midnight = startOfDay(ZONE, to);
  let busy: WebsiteJson;
  beforeAll(async () => {
    busy = await platform().createWebsite({ timezone: ZONE });
    await platform().backfill(busy, [midnight - 60_000, midnight + 60_000]);
    await platform().db.database.raw(
      `INSERT INTO events (website_id, ts, visit_id, kind, flags, page_id, name_id, engaged_ms, scroll, props)
       SELECT website_id, ts + n * interval '100 microseconds', visit_id, kind, 0, page_id, name_id, 0, 0, props
       FROM events CROSS JOIN generate_series(1, ?) AS n WHERE website_id = ?`,
      [VIEWS / 2 - 1, busy.id],
    );
  });

  const ask = async (method: 'get' | 'post', path: string, body?: object) => {
    const answer = await request(platform().server)
      [method](`/api/v1/websites/${busy.id}${path}`)
      .set('Authorization', await platform().identity.bearer())
      .send(body);
    return { status: answer.status, data: answer.body.data };
  };
  const stored = () =>
    platform().db.database('goal_days').where({ website_id: busy.id }).whereBetween('day', [from, to]);

  it('is counted from the events and from the days stored, which keep little of it', async () => {
    const page = { type: 'page', pattern: '*' };
    const { data: goal } = await ask('post', '/goals', { name: 'All', ...page });
    await ask('post', '/funnels', { name: 'Again', steps: [page, page, page] });
    const expectCounts = async () => {
      const range = `from=${from}&to=${to}`;
      expect(await ask('get', `/goals/${goal.id}?${range}&interval=day`)).toMatchObject({
        status: 200,
        data: {
          conversions: VIEWS,
          converters: 1,
          periods: [
            { period: from, conversions: VIEWS / 2, converters: 1 },
            { period: to, conversions: VIEWS / 2, converters: 1 },
          ],
        },
      });
      const steps = [{ visitors: 1 }, { visitors: 1 }, { visitors: 1 }];
      expect(await ask('get', `/funnels?${range}`)).toMatchObject({ status: 200, data: [{ steps }] });
    };
    await expectCounts();
    await eventually(async () => {
      expect(await stored()).toHaveLength(4);
    });
    await expectCounts();
    for (const { crossing } of await stored()) expect(crossing.length).toBeLessThan(10);
  });
});

describe('days that an older version stored', () => {
  it('add up, although they list each conversion of such a visit', () => {
    const rule = {
      type: 'page',
      pattern: '*',
      threshold: null,
      property: null,
      propertyValue: null,
    } as const;
    const crossing = Array.from({ length: VIEWS }, (_, at) => ({
      visitor: '1',
      step: 0,
      at,
      place: '',
      views: 1,
      measured: null,
    }));
    const day = { conversions: 3, visitors: [2], crossing, revenue: [] };
    const next = { conversions: 0, visitors: [0], crossing: [{ ...crossing[0]!, at: VIEWS }], revenue: [] };
    expect(addCounts([rule], [day, next])).toEqual({ conversions: VIEWS + 4, visitors: [3], revenue: [] });
  });
});

describe('amounts of money', () => {
  const add = (...amounts: string[]): number | undefined =>
    addAmounts(amounts.map((amount) => ({ currency: 'EUR', amount })))[0]?.amount;

  it('add up exactly', () => {
    expect(add('0.1', '0.2')).toBe(0.3);
    expect(add('-0.000000001', '1')).toBe(0.999999999);
    expect(add('999999999999999', '0.5', '-0.5')).toBe(999999999999999);
    expect(add('-2', '-3.25')).toBe(-5.25);
    expect(add('1', '-1')).toBe(0);
  });

  it('add up to the same in any order and grouping', () => {
    const cents = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(cents, (amounts) => {
        const sum = amounts.reduce((total, amount) => total + amount, 0);
        expect(add(...amounts.map((amount) => (amount / 100).toFixed(2)).reverse())).toBe(sum / 100);
      }),
    );
  });

  it('are kept apart by currency, those without one last', () => {
    const amounts = [
      { currency: null, amount: '1' },
      { currency: 'USD', amount: '2' },
      { currency: 'EUR', amount: '3' },
      { currency: null, amount: '4' },
    ];
    expect(addAmounts(amounts)).toEqual([
      { currency: 'EUR', amount: 3 },
      { currency: 'USD', amount: 2 },
      { currency: null, amount: 5 },
    ]);
  });
});
