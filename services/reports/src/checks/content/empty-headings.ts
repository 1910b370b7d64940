import { hasAriaName, hasContentName } from '../accessible-name.ts';
import { type Check, notApplicable, pass, warn } from '../check.ts';
import { startTag } from '../page.ts';
import { count } from '../thresholds.ts';

export const emptyHeadings: Check = {
  meta: {
    id: 'empty-headings',
    category: 'content',
    title: 'No heading is empty',
    importance: 'low',
    weight: 1,
    basis: 'content',
    rare: true,
    docs: {
      why: 'An empty heading is an entry without words in the outline.',
      thresholds:
        'Pass: all have text or an image with alt. Warn: some are empty. Not applicable without headings.',
      fix: 'Remove it, and make space with CSS.',
      sources: ['https://dequeuniversity.com/rules/axe/4.10/empty-heading'],
    },
  },
  run({ page }) {
    const headings = page.all('h1', 'h2', 'h3', 'h4', 'h5', 'h6').filter(({ hidden }) => !hidden);
    if (headings.length === 0) return notApplicable('The page has no headings.');
    const empty = headings.filter((heading) => !hasContentName(heading) && !hasAriaName(page, heading));
    if (empty.length === 0) return pass('No heading is empty.', { value: 0 });
    return warn(`${count(empty.length, 'empty heading')}. Remove or fill.`, {
      value: empty.length,
      expected: '0',
      items: empty.map(startTag),
    });
  },
};
