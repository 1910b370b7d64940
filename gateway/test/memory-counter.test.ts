import { cases } from '@platform/testing';
import fc from 'fast-check';

import { createLimitStore } from '../src/limits/limit-store.ts';
import { createSlidingCounter } from '../src/limits/limit-store.ts';

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
