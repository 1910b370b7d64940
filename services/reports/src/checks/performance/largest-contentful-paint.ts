import { fail, notApplicable, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { laidOut } from '../../page/html/page-layout.ts';

export const largestContentfulPaint: Check = {
  meta: {
    id: 'largest-contentful-paint',
    category: 'performance',
    title: 'The largest element is painted early',
    failureTitle: 'The largest element is painted late',
    importance: 'high',
    basis: 'timing',
    needsBrowser: true,
    docs: {
      why: 'People judge a page’s speed by when its main content appears. It is a Core Web Vital, which search engines use for ranking.',
      thresholds:
        'Measured as a phone on slow 4G with a CPU four times slower. Pass: up to 2,500 ms. Warn: up to 4,000 ms. Fail: more. Not applicable without a browser.',
      fix: 'Load the largest image or text early: preload it and remove what blocks it.',
      sources: ['https://web.dev/articles/lcp'],
    },
  },
  run({ page, artifacts }) {
    const { browser } = artifacts;
    if (browser === undefined) return notApplicable('No browser rendered the page.');
    const value = browser.metrics.lcp;
    if (value === null) return notApplicable('The browser did not measure it.');
    const largest = laidOut(page, artifacts)?.largest ?? null;
    const items = largest === null ? [] : [largest];
    const extras = { value, expected: '≤ 2500', items, saves: { milliseconds: value - 2500 } };
    const status = atMost(value, 2500, 4000);
    if (status === 'pass') return pass(`Largest Contentful Paint: ${value} ms.`, extras);
    const message = `Largest Contentful Paint: ${value} ms. Load the largest image or text early: preload it and remove what blocks it.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
