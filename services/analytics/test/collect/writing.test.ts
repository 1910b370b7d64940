import { setTimeout as delay } from 'node:timers/promises';

import { isAppError } from '@platform/errors';

import { localDay, startOfDay } from '../../src/calendar/local-day.ts';
import type { BatchStore } from '../../src/collect/writing/batch-store.ts';
import { createBatchWriter } from '../../src/collect/writing/batch-writer.ts';
import { createMicroBatcher } from '../../src/collect/writing/micro-batcher.ts';
import { lateDays } from '../../src/collect/writing/rollup-deltas.ts';

const MINUTE = 60_000;

describe('the micro-batcher', () => {
  const inTime = (): number => performance.now() + 5 * MINUTE;

  class Transient extends Error {}

  const setUp = (
    write: (items: readonly number[], milliseconds: number) => Promise<readonly string[]>,
    batchMilliseconds = 2_000,
  ) =>
    createMicroBatcher<number, string>({
      write,
      isTransient: (error) => error instanceof Transient,
      delayMilliseconds: 1,
      maxBatch: 10,
      maxQueue: 25,
      batchMilliseconds,
    });

  const named = (items: readonly number[]): string[] => items.map((item) => `item ${item}`);

  const codeOf = (error: unknown): string => (isAppError(error) ? error.kind : String(error));

  it('gives each item its batch’s result, in batches of limited size', async () => {
    const sizes: number[] = [];
    const batcher = setUp((items) => {
      sizes.push(items.length);
      return Promise.resolve(named(items));
    });
    const items = Array.from({ length: 23 }, (_, index) => index);
    expect(await Promise.all(items.map((item) => batcher.submit(item, inTime())))).toEqual(named(items));
    // A first item that has waited long enough goes alone, where the machine is busy.
    expect(Math.max(...sizes)).toBe(10);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(23);
    expect(batcher.depth).toBe(0);
  });

  it('resolves nothing before the write has finished', async () => {
    let finish: (() => void) | undefined;
    const batcher = setUp(async (items) => {
      await new Promise<void>((resolve) => (finish = resolve));
      return named(items);
    });
    let isAcknowledged = false;
    const submitted = batcher.submit(1, inTime()).then(() => (isAcknowledged = true));
    while (!finish) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(isAcknowledged).toBe(false);
    finish();
    await submitted;
    expect(isAcknowledged).toBe(true);
  });

  it('refuses items while the queue is full, and accepts more once there is room', async () => {
    let finish: (() => void) | undefined;
    const batcher = setUp(async (items) => {
      await new Promise<void>((resolve) => (finish = resolve));
      return named(items);
    });
    const results = Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => batcher.submit(index, inTime())),
    );
    expect(batcher.depth).toBe(25);
    const release = setInterval(() => finish?.(), 1);
    const settled = await results;
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    const refused = settled.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['unavailable']));
    expect(refused.every((error) => isAppError(error) && error.retryAfterSeconds === 2)).toBe(true);
    expect(await batcher.submit(99, inTime())).toBe('item 99');
    clearInterval(release);
  });

  it('fails only the offending item', async () => {
    const batcher = setUp((items) => {
      if (items.includes(7)) throw new Error('bad item');
      return Promise.resolve(named(items));
    });
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => batcher.submit(index, inTime())),
    );
    expect(settled.map(({ status }) => status === 'fulfilled')).toEqual(
      settled.map((_, index) => index !== 7),
    );
  });

  it('fails a whole batch at once with "unavailable" when the database is down', async () => {
    let calls = 0;
    const batcher = setUp(() => {
      calls += 1;
      throw new Transient();
    });
    const settled = await Promise.allSettled([1, 2, 3].map((item) => batcher.submit(item, inTime())));
    const reasons = settled.map((result) =>
      result.status === 'rejected' ? codeOf(result.reason) : 'stored',
    );
    expect([calls, reasons]).toEqual([1, ['unavailable', 'unavailable', 'unavailable']]);
  });

  it('writes waiting items on closing, and refuses new ones', async () => {
    const batcher = setUp((items) => Promise.resolve(named(items)));
    const submitted = batcher.submit(1, inTime());
    const closed = batcher.close();
    await expect(batcher.submit(2, inTime())).rejects.toMatchObject({ kind: 'unavailable' });
    await closed;
    expect(await submitted).toBe('item 1');
  });

  it('neither writes an item past its deadline nor waits for it', async () => {
    const batches: number[][] = [];
    const release = Promise.withResolvers<undefined>();
    const batcher = createMicroBatcher<number, string>({
      write: async (items, milliseconds) => {
        expect(milliseconds).toBeGreaterThan(0);
        batches.push([...items]);
        await release.promise;
        return items.map(String);
      },
      isTransient: () => false,
      delayMilliseconds: 0,
      maxBatch: 100,
      maxQueue: 100,
      batchMilliseconds: 2_000,
    });
    const first = batcher.submit(1, inTime());
    while (batches.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const deadline = performance.now() + 50;
    const second = batcher.submit(2, deadline);
    const third = batcher.submit(3, inTime());
    const refused = expect(second).rejects.toMatchObject({ kind: 'unavailable' });
    while (performance.now() <= deadline) await delay(1);
    release.resolve(undefined);
    await refused;
    expect(await Promise.all([first, third])).toEqual(['1', '3']);
    expect(batches).toEqual([[1], [3]]);
  });

  it('lets an item with little time left refuse itself, and none of the others', async () => {
    const batches: number[][] = [];
    // A server that takes a minute for a batch: no machine is so slow that the others would be late.
    const batcher = setUp((items, milliseconds) => {
      batches.push([...items]);
      if (milliseconds < MINUTE) throw new Transient();
      return Promise.resolve(named(items));
    }, 2 * MINUTE);
    const left = [10 * MINUTE, 0.9 * MINUTE, 10 * MINUTE];
    const settled = await Promise.allSettled(
      left.map((milliseconds, index) => batcher.submit(index, performance.now() + milliseconds)),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(batches).toEqual([[1], [0, 2]]);
  });

  it('writes what has to hurry first, while the rest has time for a batch of its own', async () => {
    const batches: number[][] = [];
    const batcher = setUp((items, milliseconds) => {
      batches.push([...items]);
      expect(milliseconds).toBeGreaterThan(MINUTE);
      return Promise.resolve(named(items));
    }, MINUTE);
    // A minute for each batch: no machine is so slow that one would be missed.
    const left = [5 * MINUTE, 1.9 * MINUTE, 1.8 * MINUTE];
    await Promise.all(
      left.map((milliseconds, index) => batcher.submit(index, performance.now() + milliseconds)),
    );
    expect(batches).toEqual([[1, 2], [0]]);
  });
});

describe('the batch writer', () => {
  const DROP = { drop: { siteId: 1, day: '2026-11-23', reason: 'bot' } } as const;

  it('gives a second attempt only the time that the first has left', async () => {
    const granted: number[] = [];
    const inTransaction: BatchStore['inTransaction'] = async ({ milliseconds }) => {
      granted.push(milliseconds);
      await delay(100);
      throw Object.assign(new Error('no such table'), { code: '42P01' });
    };
    const writer = createBatchWriter({
      store: { inTransaction, storage: () => Promise.resolve('history'), close: () => Promise.resolve() },
      dictionary: { code: () => Promise.resolve([]), forget: () => undefined },
      partitions: { ensure: () => Promise.resolve() },
    });
    await expect(writer.write([DROP], { milliseconds: 30_000, isPatient: true, node: 0 })).rejects.toThrow(
      'no such table',
    );
    expect(granted).toHaveLength(2);
    expect(granted[1]).toBeLessThanOrEqual((granted[0] ?? 0) - 90);
  });
});

describe('the late days of a batch', () => {
  const HOUR = 3_600_000;

  const event = (ts: number, timezone = 'UTC', websiteId = 1) => ({
    ts,
    timezone,
    websiteId,
    visitId: '1',
    pageId: 1,
    nameId: 0,
    engagedMs: 0,
    kind: 0,
    scroll: 0,
    flags: 0,
    props: '{}',
  });

  const visit = (startedAt: number, lastAt: number, timezone = 'UTC', websiteId = 1) => ({
    before: null,
    after: {
      websiteId,
      visitorId: '1',
      visitId: '1',
      startedAt,
      lastAt,
      pageviews: 1,
      events: 0,
      passiveEvents: 0,
      engagedMs: 0,
      scroll: 0,
      viewScroll: 0,
      entryPageId: 1,
      exitPageId: 1,
      firstToday: 1,
      dimensionIds: {} as never,
    },
    timezone,
  });

  it.each([
    ['UTC', '2026-06-10'],
    ['Europe/Berlin', '2026-03-30'],
    ['Europe/Berlin', '2026-03-31'],
    ['Europe/Berlin', '2026-10-26'],
    ['America/New_York', '2026-03-09'],
    ['Asia/Kathmandu', '2026-01-01'],
    ['Pacific/Kiritimati', '2026-03-01'],
    ['Pacific/Pago_Pago', '2026-03-01'],
    ['Antarctica/Troll', '2026-03-30'],
  ])('are those before yesterday: %s on %s, from its first moment to its last', (zone, today) => {
    const day = (offset: number) =>
      new Date(Date.parse(today) + offset * 24 * HOUR).toISOString().slice(0, 10);
    const yesterday = startOfDay(zone, day(-1));
    for (const now of [startOfDay(zone, today), startOfDay(zone, day(1)) - 1]) {
      const events = [now, now - 12 * HOUR, yesterday].map((ts) => event(ts, zone));
      const visits = [visit(yesterday, now, zone)];
      expect(lateDays({ events, visits }, now)).toEqual([]);
      const late = lateDays({ events: [...events, event(yesterday - 1, zone)], visits }, now);
      expect(late).toContainEqual({ websiteId: 1, day: day(-2) });
      expect(late.every((entry) => entry.day >= day(-4) && entry.day <= day(-2))).toBe(true);
    }
  });

  it('are counted in every zone, since a website may change its zone and change it back', () => {
    const now = Date.parse('2026-06-10T12:00:00Z');
    for (const time of ['2026-06-01T10:30:00Z', '2026-05-31T15:30:00Z', '2026-06-01T03:00:00Z']) {
      const ts = Date.parse(time);
      for (const from of ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Tokyo'])
        for (const to of ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/New_York']) {
          const entry = { websiteId: 1, day: localDay(to, ts) };
          expect(lateDays({ events: [event(ts, from)], visits: [] }, now)).toContainEqual(entry);
          expect(lateDays({ events: [], visits: [visit(ts, ts, from)] }, now)).toContainEqual(entry);
        }
    }
  });

  it('include each day of a changed visit once, ordered by website and day', () => {
    const now = Date.parse('2026-06-10T12:00:00Z');
    const at = (time: string) => Date.parse(`2026-06-${time}:00Z`);
    expect(
      lateDays(
        {
          events: [event(at('05T10:00'), 'UTC', 2), event(at('02T00:10')), event(at('02T00:20'))],
          visits: [visit(at('01T23:50'), at('02T00:20')), visit(at('08T23:50'), at('09T00:10'))],
        },
        now,
      ),
    ).toEqual([
      { websiteId: 1, day: '2026-06-01' },
      { websiteId: 1, day: '2026-06-02' },
      { websiteId: 1, day: '2026-06-03' },
      { websiteId: 1, day: '2026-06-08' },
      { websiteId: 2, day: '2026-06-04' },
      { websiteId: 2, day: '2026-06-05' },
      { websiteId: 2, day: '2026-06-06' },
    ]);
  });
});
