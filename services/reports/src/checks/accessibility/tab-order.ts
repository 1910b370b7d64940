import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

export const tabOrder: Check = {
  meta: {
    id: 'tab-order',
    category: 'accessibility',
    title: 'The Tab key follows the page',
    failureTitle: 'The Tab key doesn’t follow the page',
    importance: 'low',
    basis: 'content',
    wcag: { criteria: ['2.4.3 Focus Order'], rules: ['tabindex'] },
    rare: true,
    docs: {
      why: 'Elements with a positive tabindex come first, which sends keyboard users back and forth.',
      thresholds: 'Pass: none above 0. Warn: some.',
      fix: 'Order the elements in the HTML; use tabindex 0 or -1 only.',
      sources: ['https://developer.chrome.com/docs/lighthouse/accessibility/tabindex'],
    },
  },
  run({ page }) {
    const found = page
      .having('tabindex')
      .filter((element) => Number(attribute(element, 'tabindex') ?? 0) > 0);
    if (found.length === 0) return pass('The Tab key follows the page.', { value: 0 });
    return warn(`${count(found.length, 'element')} with a positive tabindex. Use 0.`, {
      value: found.length,
      expected: '0',
      items: found,
    });
  },
};
