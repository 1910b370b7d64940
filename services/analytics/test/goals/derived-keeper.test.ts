import { silentLogger } from '@platform/runtime';

import type { LocalDay } from '../../src/calendar/local-day.ts';
import { addDays } from '../../src/calendar/local-day.ts';
import { createDerivedKeeper, UNFINISHED, createPauses } from '../../src/stats/derived/derived-keeper.ts';

const site = (id: number) => ({ id, timezone: 'Europe/Berlin' });
const daysFrom = (first: LocalDay, count: number): LocalDay[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));
const [day = '', next = ''] = daysFrom('2026-01-01', 2);
const MINUTE = 60_000;

/** A keeper whose work is noted, and does what `work` does. */
const keeperThat = (work: (id: number, date: LocalDay) => unknown = () => undefined) => {
  const made: string[] = [];
  const clock = { now: 0 };
  const make = async ({ id }: { id: number }, date: LocalDay): Promise<unknown> => {
    made.push(`${id} ${date}`);
    await Promise.resolve();
    return work(id, date);
  };
  const keeper = createDerivedKeeper({
    store: { make },
    what: 'things of a day',
    logger: silentLogger(),
    now: () => clock.now,
  });
  return { keeper, made, clock };
};

describe('what is derived in the background', () => {
  it('takes turns between websites', async () => {
    const { keeper, made } = keeperThat();
    keeper.order(site(1), [day, next]);
    keeper.order(site(2), [day, next]);
    keeper.order(site(3), [day]);
    await keeper.idle();
    expect(made).toEqual([`1 ${day}`, `2 ${day}`, `3 ${day}`, `1 ${next}`, `2 ${next}`]);
  });

  it('has room for each website, however much others want', async () => {
    const { keeper, made } = keeperThat();
    keeper.order(site(1), daysFrom(day, 30_000));
    keeper.order(site(2), daysFrom(day, 800));
    await keeper.idle();
    expect(made.filter((one) => one.startsWith('2 '))).toHaveLength(800);
    expect(made.length).toBeLessThan(15_000);
  });

  it('has a bound over all websites, too', async () => {
    const { keeper, made } = keeperThat();
    for (let id = 1; id <= 1_000; id += 1) keeper.order(site(id), daysFrom(day, 800));
    await keeper.idle();
    expect(new Set(made.map((one) => one.split(' ')[0])).size).toBe(1_000);
    expect(made.length).toBeLessThan(100_000);
  });

  it('goes on with a date in the website’s next turn where it was not finished', async () => {
    let turns = 0;
    const { keeper, made } = keeperThat((id) => {
      if (id !== 1) return undefined;
      turns += 1;
      return turns < 3 ? UNFINISHED : undefined;
    });
    keeper.order(site(1), [day]);
    keeper.order(site(2), [day]);
    await keeper.idle();
    expect(made).toEqual([`1 ${day}`, `2 ${day}`, `1 ${day}`, `1 ${day}`]);
  });

  it('leaves what failed alone for a while, and longer each time', async () => {
    let isHealthy = false;
    const { keeper, made, clock } = keeperThat(() => {
      if (!isHealthy) throw new Error('too heavy');
    });
    const triesAfter = async (minutes: number): Promise<number> => {
      clock.now += minutes * MINUTE;
      made.length = 0;
      keeper.order(site(1), [day]);
      await keeper.idle();
      return made.length;
    };
    expect([await triesAfter(0), await triesAfter(0.9), await triesAfter(0.2)]).toEqual([1, 0, 1]);
    expect([await triesAfter(1.9), await triesAfter(0.2)]).toEqual([0, 1]);
    isHealthy = true;
    expect([await triesAfter(4.1), await triesAfter(0)]).toEqual([1, 1]);
  });

  it('tries again at once what failed because PostgreSQL was away', async () => {
    const { keeper, made } = keeperThat(() => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    });
    for (let time = 0; time < 2; time += 1) {
      keeper.order(site(1), [day]);
      await keeper.idle();
    }
    expect(made).toHaveLength(2);
  });

  it('ends with the work under way', async () => {
    const { keeper, made } = keeperThat();
    keeper.order(site(1), [day, next]);
    keeper.order(site(2), [day]);
    await Promise.resolve();
    await keeper.stop();
    keeper.order(site(3), [day]);
    expect(made).toEqual([`1 ${day}`]);
  });
});

describe('pauses after failures', () => {
  it('are kept for a bounded number of things, and have a longest', () => {
    let now = 0;
    const pauses = createPauses({ firstMs: 1, longestMs: 4, now: () => now });
    for (let time = 0; time < 9; time += 1) pauses.failed('a');
    now = 3;
    expect(pauses.isPaused('a')).toBe(true);
    now = 4;
    expect(pauses.isPaused('a')).toBe(false);
    now = 0;
    for (let other = 0; other < 20_000; other += 1) pauses.failed(String(other));
    expect([pauses.isPaused('a'), pauses.isPaused('19999')]).toEqual([false, true]);
  });
});
