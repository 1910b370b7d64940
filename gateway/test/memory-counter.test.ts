import { cases, eventually } from '@platform/testing';
import fc from 'fast-check';

import { createLimitStore, createSlidingCounter } from '../src/limits/limit-store.ts';
import type { LimitStore } from '../src/limits/limit-store.ts';
import type { LimitsRedis } from '../src/limits/limits-redis.ts';

describe('the sliding counter', () => {
  it('agrees with a list of times: exact to one bucket, and never too low', () => {
    const steps = fc.array(
      fc.record({
        id: fc.constantFrom('a', 'b'),
        wait: fc.nat(20_000),
        amount: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(steps, (uses) => {
        let time = 1_000_000;
        const counter = createSlidingCounter(() => time);
        const seen: { id: string; at: number; amount: number }[] = [];
        const usedSince = (id: string, from: number): number =>
          seen.filter((use) => use.id === id && use.at > from).reduce((sum, use) => sum + use.amount, 0);
        for (const { id, wait, amount } of uses) {
          time += wait;
          counter.add(id, amount);
          seen.push({ id, at: time, amount });
          const { used, resetAt } = counter.read(id);
          expect(used).toBeGreaterThanOrEqual(usedSince(id, time - 60_000));
          expect(used).toBeLessThanOrEqual(usedSince(id, time - 62_000));
          expect(resetAt).toBeGreaterThan(time);
          expect(resetAt).toBeLessThanOrEqual(time + 61_000);
        }
      }),
    );
  });

  it('admits no more than the limit in any minute', async () => {
    const bursts = fc.array(fc.record({ wait: fc.nat(40_000), size: fc.integer({ min: 1, max: 130 }) }), {
      minLength: 5,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(bursts, async (plan) => {
        let time = 5_000_000;
        const store = createLimitStore({ instances: () => 1, now: () => time });
        const admitted: number[] = [];
        for (const { wait, size } of plan) {
          time += wait;
          for (let sent = 0; sent < size; sent += 1) {
            const { totalHits } = await store.increment('key:x=60 organisation:y=300');
            if (totalHits <= 60) admitted.push(time);
          }
        }
        for (const end of admitted)
          expect(admitted.filter((at) => at > end - 60_000 && at <= end).length).toBeLessThanOrEqual(60);
      }),
      { numRuns: cases(50) },
    );
  });
});

describe('a limit in Redis', () => {
  /** A Redis that counts without a window, and how often it was asked. */
  const pretendRedis = (gateways = 1) => {
    const used = new Map<string, number>();
    const state = { calls: 0, isDown: false };
    const count: LimitsRedis['count'] = (keys, words) => {
      state.calls += 1;
      if (state.isDown) return Promise.reject(new Error('away'));
      const answer = [gateways];
      let [at, first] = [0, 0];
      while (at < words.length) {
        const [budgets = 0, amount = 0] = [words[at], words[at + 1]];
        const asked = Array.from({ length: budgets }, (_, index) => ({
          key: keys[first + index] ?? '',
          limit: words[at + 2 + 2 * index] ?? 0,
          extra: words[at + 3 + 2 * index] ?? 0,
        }));
        for (const { key, extra } of asked) used.set(key, (used.get(key) ?? 0) + extra);
        const fits = asked.every(({ key, limit }) => limit === 0 || (used.get(key) ?? 0) + amount <= limit);
        answer.push(fits ? 1 : 0, ...asked.flatMap(({ key }) => [used.get(key) ?? 0, 60_000]));
        if (fits) for (const { key } of asked) used.set(key, (used.get(key) ?? 0) + amount);
        at += 2 + 2 * budgets;
        first += budgets;
      }
      return Promise.resolve(answer);
    };
    const redis: LimitsRedis = {
      breaker: { closed: () => !state.isDown, trip: () => undefined, close: () => undefined },
      ready: () => Promise.resolve(),
      count,
      call: () => Promise.resolve(undefined),
      close: () => undefined,
    };
    return { redis, used, state };
  };

  const admitted = async (store: LimitStore, key: string, count: number): Promise<number> => {
    let found = 0;
    for (let n = 0; n < count; n += 1) {
      const { totalHits } = await store.increment(key);
      if (Number.isFinite(totalHits)) found += 1;
    }
    return found;
  };

  it('is counted there many requests at a time, and exactly by one gateway', async () => {
    const { redis, used, state } = pretendRedis();
    const store = createLimitStore({ redis, instances: () => 1 });
    expect(await admitted(store, 'key:a=20000', 20_500)).toBe(20_000);
    // Those beyond the limit are asked for one by one.
    expect(state.calls).toBeLessThan(500 + 1_000);
    expect([...used.values()]).toEqual([20_000]);
  });

  it('is asked for each request where a hundredth of it is less than one', async () => {
    const { redis, state } = pretendRedis(2);
    const store = createLimitStore({ redis, instances: () => 2 });
    expect(await admitted(store, 'key:b=150', 160)).toBe(150);
    expect(state.calls).toBe(160);
  });

  it('is exceeded by several gateways by no more than a hundredth', async () => {
    const { redis } = pretendRedis(4);
    const stores = Array.from({ length: 4 }, () => createLimitStore({ redis, instances: () => 4 }));
    const found = await Promise.all(stores.map((store) => admitted(store, 'key:c=5000', 3_000)));
    const sum = found.reduce((all, one) => all + one, 0);
    expect(sum).toBeGreaterThanOrEqual(5_000);
    expect(sum).toBeLessThanOrEqual(5_050);
  });

  it('is told afterwards what was admitted ahead of it, also when it went away meanwhile', async () => {
    const { redis, used, state } = pretendRedis();
    const store = createLimitStore({ redis, instances: () => 1 });
    expect(await admitted(store, 'key:d=1000', 5)).toBe(5);
    state.isDown = true;
    await admitted(store, 'key:d=1000', 5);
    state.isDown = false;
    await store.increment('key:d=1000');
    await eventually(() => {
      expect([...used.values()]).toEqual([11]);
    });
  });
});
