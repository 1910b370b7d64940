import { fail, notApplicable, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const timeToFirstByte: Check = {
  meta: {
    id: 'time-to-first-byte',
    category: 'performance',
    title: 'The server responds quickly',
    failureTitle: 'The server responds slowly',
    importance: 'high',
    basis: 'timing',
    docs: {
      why: 'Everything else waits for the first byte. It is measured from where the report runs, so it counts for little.',
      thresholds: 'The median of the samples. Pass: up to 600 ms. Warn: up to 1,000 ms. Fail: more.',
      fix: 'Cache the page, look for slow queries, and serve it from close to its readers.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/performance/server-response-time',
        'https://web.dev/articles/ttfb',
      ],
    },
  },
  run({ artifacts: { timings } }) {
    const samples = timings.timeToFirstByte.toSorted((a, b) => a - b);
    const median = samples[Math.floor((samples.length - 1) / 2)];
    if (median === undefined) return notApplicable('The time to the first byte was not measured.');
    const value = Math.round(median);
    const status = atMost(value, 600, 1000);
    const extras = { value, expected: '≤ 600 ms', saves: { milliseconds: value - 600 } };
    if (status === 'pass') return pass(`The first byte arrived after ${value} ms.`, extras);
    const message = `The first byte arrived after ${value} ms. Reduce it to 600 ms or less: cache the page and look for slow queries.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
