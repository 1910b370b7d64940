import { type Check, fail, pass, warn } from '../check.ts';
import { atMost } from '../thresholds.ts';

export const requestCount: Check = {
  meta: {
    id: 'request-count',
    category: 'performance',
    title: 'The page needs few requests',
    importance: 'medium',
    weight: 3,
    basis: 'content',
    rare: true,
    docs: {
      why: 'Each file is a request with headers, queueing and a place to go wrong.',
      thresholds: 'The page and the files that it names. Pass: up to 80. Warn: up to 240. Fail: more.',
      fix: 'Join small scripts and styles, load pictures lazily and drop third parties.',
      sources: ['https://github.com/YellowLabTools/YellowLabTools'],
    },
  },
  run({ artifacts }) {
    const value = 1 + artifacts.resources.length + artifacts.resourcesSkipped;
    const extras = { value, expected: '≤ 80' };
    const status = atMost(value, 80, 240);
    if (status === 'pass') return pass(`The page needs ${value} requests.`, extras);
    const message = `The page needs ${value} requests. Bring it to 80 or less.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
