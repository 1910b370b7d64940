import { type Check, fail, pass, warn } from '../check.ts';
import { atMost } from '../thresholds.ts';

export const domSize: Check = {
  meta: {
    id: 'dom-size',
    category: 'performance',
    title: 'The page has a moderate number of elements',
    importance: 'medium',
    weight: 3,
    basis: 'content',
    rare: true,
    docs: {
      why: 'Each element costs memory, style calculation and layout, again at every change.',
      thresholds: 'Pass: up to 1,500 elements. Warn: up to 3,000. Fail: more.',
      fix: 'Page or virtualise long lists, and take out wrappers that only carry styles.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/dom-size'],
    },
  },
  run({ page }) {
    const value = page.elements.length;
    const extras = { value, expected: '≤ 1500' };
    const status = atMost(value, 1500, 3000);
    if (status === 'pass') return pass(`The page has ${value} elements.`, extras);
    const message = `The page has ${value} elements. Bring it to 1,500 or less: page long lists, drop wrappers.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
