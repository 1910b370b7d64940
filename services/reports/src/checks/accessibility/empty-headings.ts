import { headingsOf, namelessOf } from '../../page/html/accessible-name.ts';
import { count } from '../../page/quantities.ts';
import type { Check } from '../check.ts';
import { notApplicable, pass, warn } from '../outcomes.ts';

export const emptyHeadings: Check = {
  meta: {
    id: 'empty-headings',
    category: 'accessibility',
    title: 'No heading is empty',
    failureTitle: 'Headings are empty',
    importance: 'low',
    basis: 'content',
    wcag: { criteria: ['2.4.6 Headings and Labels'], rules: ['empty-heading'] },
    rare: true,
    docs: {
      why: 'An empty heading is a blank entry in the outline.',
      thresholds:
        'Pass: all have text or an image with alt. Warn: some are empty. Not applicable without headings.',
      fix: 'Remove it, and add spacing with CSS.',
      sources: ['https://dequeuniversity.com/rules/axe/4.10/empty-heading'],
    },
  },
  run({ page }) {
    const headings = headingsOf(page);
    if (headings.length === 0) return notApplicable('The page has no headings.');
    const empty = namelessOf(page, headings);
    if (empty.length === 0) return pass('No heading is empty.', { value: 0 });
    return warn(`${count(empty.length, 'empty heading')}. Remove what is empty, or give it text.`, {
      value: empty.length,
      expected: '0',
      items: empty,
    });
  },
};
