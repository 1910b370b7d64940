import { fail, notApplicable, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const totalBlockingTime: Check = {
  meta: {
    id: 'total-blocking-time',
    category: 'performance',
    title: 'The main thread is free for input',
    failureTitle: 'The main thread is too busy for input',
    importance: 'high',
    basis: 'timing',
    needsBrowser: true,
    docs: {
      why: 'While a long task runs, taps and keys wait.',
      thresholds:
        'Measured as a phone on slow 4G with a CPU four times slower. Pass: up to 200 ms. Warn: up to 600 ms. Fail: more. Not applicable without a browser.',
      fix: 'Split long tasks, and ship less JavaScript.',
      sources: ['https://web.dev/articles/tbt'],
    },
  },
  run({ artifacts: { browser } }) {
    if (browser === undefined) return notApplicable('No browser rendered the page.');
    const value = browser.metrics.tbt;
    if (value === null) return notApplicable('The browser did not measure it.');
    const extras = { value, expected: '≤ 200', saves: { milliseconds: value - 200 } };
    const status = atMost(value, 200, 600);
    if (status === 'pass') return pass(`Total Blocking Time: ${value} ms.`, extras);
    const message = `Total Blocking Time: ${value} ms. Split long tasks, and ship less JavaScript.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
