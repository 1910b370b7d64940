import { fail, notApplicable, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const cumulativeLayoutShift: Check = {
  meta: {
    id: 'cumulative-layout-shift',
    category: 'performance',
    title: 'The layout is stable',
    failureTitle: 'The layout shifts while the page loads',
    importance: 'medium',
    basis: 'timing',
    needsBrowser: true,
    docs: {
      why: 'Content that jumps makes people lose their place and tap the wrong thing. It is a Core Web Vital.',
      thresholds:
        'Measured as a phone on slow 4G with a CPU four times slower. Pass: up to 0.1. Warn: up to 0.25. Fail: more. Not applicable without a browser.',
      fix: 'Reserve space for images, ads and embeds, and choose fallback fonts whose metrics match.',
      sources: ['https://web.dev/articles/cls'],
    },
  },
  run({ artifacts: { browser } }) {
    if (browser === undefined) return notApplicable('No browser rendered the page.');
    const value = browser.metrics.cls;
    if (value === null) return notApplicable('The browser did not measure it.');
    const extras = { value, expected: '≤ 0.1' };
    const status = atMost(value, 0.1, 0.25);
    if (status === 'pass') return pass(`Cumulative Layout Shift: ${value}.`, extras);
    const message = `Cumulative Layout Shift: ${value}. Reserve space for images, ads and embeds, and choose fallback fonts whose metrics match.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
