import { isAppError } from '@platform/errors';

import { createMicroBatcher } from '../../src/collect/writing/micro-batcher.ts';

const inTime = (): number => performance.now() + 10_000;

class Transient extends Error {}

const setUp = (write: (items: readonly number[], milliseconds: number) => Promise<readonly string[]>) =>
  createMicroBatcher<number, string>({
    write,
    isTransient: (error) => error instanceof Transient,
    delayMilliseconds: 1,
    maxBatch: 10,
    maxQueue: 25,
    batchMilliseconds: 2_000,
  });

const named = (items: readonly number[]): string[] => items.map((item) => `item ${item}`);

const codeOf = (error: unknown): string => (isAppError(error) ? error.kind : String(error));

describe('the micro-batcher', () => {
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
    const second = batcher.submit(2, performance.now() + 250);
    const third = batcher.submit(3, inTime());
    const refused = expect(second).rejects.toMatchObject({ kind: 'unavailable' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    release.resolve(undefined);
    await refused;
    expect(await Promise.all([first, third])).toEqual(['1', '3']);
    expect(batches).toEqual([[1], [3]]);
  });

  it('lets an item with little time left refuse itself, and none of the others', async () => {
    const batches: number[][] = [];
    // A server that takes a second for a batch.
    const batcher = setUp((items, milliseconds) => {
      batches.push([...items]);
      if (milliseconds < 1_000) throw new Transient();
      return Promise.resolve(named(items));
    });
    const left = [10_000, 900, 10_000];
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
      expect(milliseconds).toBeGreaterThan(2_000);
      return Promise.resolve(named(items));
    });
    const left = [10_000, 3_900, 3_800];
    await Promise.all(
      left.map((milliseconds, index) => batcher.submit(index, performance.now() + milliseconds)),
    );
    expect(batches).toEqual([[1, 2], [0]]);
  });
});
