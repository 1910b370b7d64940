import { fail, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { answered, sizeOf } from '../../page/files/resources.ts';
import { bytes } from '../../page/quantities.ts';

/**
 * Lighthouse's curve: 0.9 at `p10`, 0.5 at `median`, the complement of a log-normal distribution's
 * cumulative function. `value` is 0 or more; less is better. Source: Lighthouse,
 * `shared/statistics.js`.
 */
export const logNormalScore = (value: number, p10: number, median: number): number => {
  if (value <= 0) return 1;
  const inverseErfcOfAFifth = 0.9061938024368232;
  const standardised = (Math.log(value / median) * inverseErfcOfAFifth) / Math.log(median / p10);
  return Math.min(1, Math.max(0, Math.round(50 * (1 - erf(standardised))) / 100));
};

/** Abramowitz and Stegun 7.1.26; the error is below 1.5 × 10⁻⁷. */
const erf = (x: number): number => {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const y = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - y * Math.exp(-x * x));
};

const P10 = 2667 * 1024;
const MEDIAN = 4000 * 1024;

export const pageWeight: Check = {
  meta: {
    id: 'page-weight',
    category: 'performance',
    title: 'The page is light',
    failureTitle: 'The page is heavy',
    importance: 'high',
    basis: 'resources',
    docs: {
      why: 'Every byte costs time and, on mobile networks, money.',
      thresholds:
        'Everything fetched, on the wire, scored on Lighthouse’s curve: 0.9 at 2,667 KiB, 0.5 at 4,000 KiB. Pass: 0.9 or more. Warn: 0.5 or more. Fail: less.',
      fix: 'Start with the largest files listed: compress images and drop unused code.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight'],
    },
  },
  run({ artifacts }) {
    const files = answered(artifacts).filter(({ kind }) => kind !== 'frame');
    const total = files.reduce((sum, file) => sum + sizeOf(file), artifacts.body.transferBytes);
    const score = logNormalScore(total, P10, MEDIAN);
    const largest = files.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.url < b.url ? -1 : 1)).slice(0, 10);
    const extras = {
      value: total,
      expected: `≤ ${P10}`,
      score,
      saves: { bytes: total - P10 },
      items: largest.map((file) => ({ snippet: file.url, note: bytes(sizeOf(file)) })),
    };
    if (score >= 0.9) return pass(`The page weighs ${bytes(total)}.`, { value: total, expected: `≤ ${P10}` });
    const message = `The page weighs ${bytes(total)}. Reduce it to 2.6 MiB or less; the largest files are listed.`;
    return score >= 0.5 ? warn(message, extras) : fail(message, extras);
  },
};
