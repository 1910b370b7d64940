import { PROFILE } from '../../browser/measure-page.ts';
import { fail, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const redirectChain: Check = {
  meta: {
    id: 'redirect-chain',
    category: 'performance',
    title: 'The page is reached directly',
    failureTitle: 'The page is reached by redirects',
    importance: 'medium',
    basis: 'response',
    rare: true,
    docs: {
      why: 'Each redirect costs a round trip, plus a connection for a new host, before anything shows.',
      thresholds: 'From the requested address. Pass: up to 1 redirect. Warn: 2. Fail: more.',
      fix: 'Redirect from the first address straight to the last one.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/redirects'],
    },
  },
  run({ artifacts: { redirects } }) {
    const value = redirects.length;
    const extras = {
      value,
      expected: '≤ 1',
      saves: { milliseconds: (value - 1) * PROFILE.latency },
      items: redirects.map(({ url, location, status }) => ({
        snippet: `${url} → ${location}`,
        note: String(status),
      })),
    };
    const status = atMost(value, 1, 2);
    if (status === 'pass')
      return pass(
        value === 0 ? 'The page is reached without redirects.' : 'The page is reached through one redirect.',
        {
          value,
          expected: '≤ 1',
        },
      );
    const message = `The page is reached through ${value} redirects. Redirect straight to the final address.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
