import fc from 'fast-check';
import { logNormalScore } from '../../src/checks/performance/page-weight.ts';

it('gives 0.9 at p10 and 0.5 at the median, and never rises', () => {
  expect(logNormalScore(100, 100, 200)).toBe(0.9);
  expect(logNormalScore(200, 100, 200)).toBe(0.5);
  expect(logNormalScore(0, 100, 200)).toBe(1);
  expect(logNormalScore(1e9, 100, 200)).toBe(0);
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), (a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      expect(logNormalScore(less, 100, 200)).toBeGreaterThanOrEqual(logNormalScore(more, 100, 200));
    }),
  );
});
