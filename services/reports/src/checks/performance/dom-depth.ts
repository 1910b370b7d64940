import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const domDepth: Check = {
  meta: {
    id: 'dom-depth',
    category: 'performance',
    title: 'Elements are not nested deeply',
    failureTitle: 'Elements are nested deeply',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'The styles and layout of a deep element depend on all its ancestors.',
      thresholds: 'Pass: up to 32 levels. Warn: more.',
      fix: 'Remove wrappers that only carry styles.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/dom-size'],
    },
  },
  run({ page, artifacts }) {
    const value = page.maxDepth;
    const extras = { value, expected: '≤ 32' };
    if (value <= 32) return pass(`Elements are nested ${value} levels deep.`, extras);
    return warn(`Elements are nested ${value} levels deep. Reduce it to 32 or fewer.`, {
      ...extras,
      saves: { bytes: (artifacts.body.transferBytes * (value - 32)) / page.elements.length },
      items: page.elements.filter(({ depth }) => depth === value).slice(0, 1),
    });
  },
};
