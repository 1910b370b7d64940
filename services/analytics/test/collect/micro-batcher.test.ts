import { isAppError } from '@platform/errors';

import { createMicroBatcher } from '../../src/collect/micro-batcher.ts';

class Transient extends Error {}

const setUp = (write: (items: readonly number[]) => Promise<readonly string[]>) =>
  createMicroBatcher<number, string>({
    write,
    isTransient: (error) => error instanceof Transient,
    delayMilliseconds: 1,
    maxBatch: 10,
    maxQueue: 25,
  });

const named = (items: readonly number[]): string[] => items.map((item) => `item ${item}`);

const codeOf = (error: unknown): string => (isAppError(error) ? error.kind : String(error));

describe('the micro-batcher', () => {
  it('gives each item the result of its batch, in batches of limited size', async () => {
    const sizes: number[] = [];
    const batcher = setUp((items) => {
      sizes.push(items.length);
      return Promise.resolve(named(items));
    });
    const items = Array.from({ length: 23 }, (_, index) => index);
    expect(await Promise.all(items.map((item) => batcher.submit(item)))).toEqual(named(items));
    expect(sizes).toEqual([10, 10, 3]);
    expect(batcher.depth).toBe(0);
  });

  it('resolves nothing before the write has ended', async () => {
    let finish: (() => void) | undefined;
    const batcher = setUp(async (items) => {
      await new Promise<void>((resolve) => (finish = resolve));
      return named(items);
    });
    let isAcknowledged = false;
    const submitted = batcher.submit(1).then(() => (isAcknowledged = true));
    while (!finish) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(isAcknowledged).toBe(false);
    finish();
    await submitted;
    expect(isAcknowledged).toBe(true);
  });

  it('refuses what the queue has no room for, and takes more when there is room again', async () => {
    let finish: (() => void) | undefined;
    const batcher = setUp(async (items) => {
      await new Promise<void>((resolve) => (finish = resolve));
      return named(items);
    });
    const results = Promise.allSettled(Array.from({ length: 40 }, (_, index) => batcher.submit(index)));
    expect(batcher.depth).toBe(25);
    const release = setInterval(() => finish?.(), 1);
    const settled = await results;
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    const refused = settled.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['unavailable']));
    expect(refused.every((error) => isAppError(error) && error.retryAfterSeconds === 2)).toBe(true);
    expect(await batcher.submit(99)).toBe('item 99');
    clearInterval(release);
  });

  it('lets only the item fail that is at fault', async () => {
    const batcher = setUp((items) => {
      if (items.includes(7)) throw new Error('bad item');
      return Promise.resolve(named(items));
    });
    const settled = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => batcher.submit(index)));
    expect(settled.map(({ status }) => status === 'fulfilled')).toEqual(
      settled.map((_, index) => index !== 7),
    );
  });

  it('answers a database that is away with unavailable, once for the whole batch', async () => {
    let calls = 0;
    const batcher = setUp(() => {
      calls += 1;
      throw new Transient();
    });
    const settled = await Promise.allSettled([1, 2, 3].map((item) => batcher.submit(item)));
    const reasons = settled.map((result) =>
      result.status === 'rejected' ? codeOf(result.reason) : 'stored',
    );
    expect([calls, reasons]).toEqual([1, ['unavailable', 'unavailable', 'unavailable']]);
  });

  it('writes what waits when it closes, and refuses what comes after', async () => {
    const batcher = setUp((items) => Promise.resolve(named(items)));
    const submitted = batcher.submit(1);
    const closed = batcher.close();
    await expect(batcher.submit(2)).rejects.toMatchObject({ kind: 'unavailable' });
    await closed;
    expect(await submitted).toBe('item 1');
  });
});
