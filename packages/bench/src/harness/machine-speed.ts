import { createHash } from 'node:crypto';

const ROUNDS = 20_000;
const RUNS = 5;

const work = (): void => {
  let record = { name: 'Ocean', colors: Array.from({ length: 20 }, (_, index) => index * 7), digest: '' };
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = JSON.stringify(record);
    record = JSON.parse(text) as typeof record;
    record.digest = createHash('sha256').update(text).digest('hex');
  }
};

/**
 * Milliseconds that a fixed piece of work takes on one core: JSON and digests, as in a service. It
 * makes figures from two machines comparable, as the same release has cost two or three times as much
 * on one as on another. The least of some runs, which is the one that was disturbed least.
 */
export const timeFixedWork = (): number =>
  Math.min(
    ...Array.from({ length: RUNS }, () => {
      const begun = performance.now();
      work();
      return performance.now() - begun;
    }),
  );
