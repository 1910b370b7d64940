import { webLinks } from '../../page/html/anchors.ts';
import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute, startTag } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

export const openerLinks: Check = {
  meta: {
    id: 'opener-links',
    category: 'security',
    title: 'New windows can’t control the page',
    importance: 'low',
    basis: 'content',
    docs: {
      why: 'In browsers from before 2021, and in all with rel="opener", a page opened in a new window can redirect this one.',
      thresholds:
        'Links to other sites with target="_blank". Pass: noopener or noreferrer. Warn: some without. Not applicable without such links.',
      fix: 'Add rel="noopener".',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/best-practices/external-anchors-use-rel-noopener',
      ],
    },
  },
  run({ page }) {
    const links = webLinks(page).filter(
      ({ element, url }) =>
        attribute(element, 'target')?.toLowerCase() === '_blank' && url?.host !== page.url.host,
    );
    if (links.length === 0) return notApplicable('No link opens another site in a new window.');
    const open = links.filter(({ rel }) => !rel.includes('noopener') && !rel.includes('noreferrer'));
    if (open.length === 0) return pass('New windows can’t control the page.', { value: 0 });
    return warn(
      `${count(open.length, 'link opens', 'links open')} another site without rel="noopener". Add it.`,
      {
        value: open.length,
        expected: '0',
        items: open.map(({ element }) => startTag(element)),
      },
    );
  },
};
