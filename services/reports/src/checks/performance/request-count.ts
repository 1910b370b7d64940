import { fail, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { HEADERS } from './estimates.ts';
import { shownResources } from '../../page/files/resources.ts';
import { count } from '../../page/quantities.ts';

export const requestCount: Check = {
  meta: {
    id: 'request-count',
    category: 'performance',
    title: 'The page needs few requests',
    failureTitle: 'The page needs many requests',
    importance: 'medium',
    basis: 'content',
    rare: true,
    docs: {
      why: 'Each file is a request with headers and queueing, and one more thing that can fail.',
      thresholds: 'The page and the files it refers to. Pass: up to 80. Warn: up to 240. Fail: more.',
      fix: 'Combine small scripts and styles, load images lazily and drop third parties.',
      sources: ['https://github.com/YellowLabTools/YellowLabTools'],
    },
  },
  run({ artifacts }) {
    const value = 1 + shownResources(artifacts).length + artifacts.resourcesSkipped;
    const extras = { value, expected: '≤ 80', saves: { bytes: Math.max(0, value - 80) * HEADERS } };
    const status = atMost(value, 80, 240);
    if (status === 'pass') return pass(`The page needs ${count(value, 'request')}.`, extras);
    const message = `The page needs ${count(value, 'request')}. Reduce them to 80 or fewer.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
