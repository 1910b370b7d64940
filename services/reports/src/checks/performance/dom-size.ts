import { fail, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import type { PageElement } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';

export const domSize: Check = {
  meta: {
    id: 'dom-size',
    category: 'performance',
    title: 'The page has a moderate number of elements',
    failureTitle: 'The page has too many elements',
    importance: 'medium',
    basis: 'content',
    rare: true,
    docs: {
      why: 'Each element costs memory, and style and layout work on every change.',
      thresholds: 'Pass: up to 1,500 elements. Warn: up to 3,000. Fail: more.',
      fix: 'Paginate or virtualise long lists, and remove wrappers that only carry styles.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/dom-size'],
    },
  },
  run({ page, artifacts }) {
    const value = page.elements.length;
    const extras = {
      value,
      expected: '≤ 1500',
      saves: { bytes: (artifacts.body.transferBytes * Math.max(0, value - 1500)) / value },
    };
    const status = atMost(value, 1500, 3000);
    if (status === 'pass') return pass(`The page has ${value} elements.`, extras);
    const message = `The page has ${value} elements. Reduce them to 1,500 or fewer: paginate long lists and drop wrappers.`;
    const items = [fullest(page)].filter((element) => element !== null);
    return status === 'warn' ? warn(message, { ...extras, items }) : fail(message, { ...extras, items });
  },
};

/** The element that holds most others directly. */
const fullest = (page: Page): PageElement | null => {
  const children = new Map<PageElement, number>();
  for (const { parent } of page.elements)
    if (parent !== null) children.set(parent, (children.get(parent) ?? 0) + 1);
  let most: PageElement | null = null;
  for (const [element, number] of children)
    if (most === null || number > (children.get(most) ?? 0)) most = element;
  return most;
};
