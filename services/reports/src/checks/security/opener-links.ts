import { webLinks } from '../anchors.ts';
import { type Check, notApplicable, pass, warn } from '../check.ts';
import { attribute, startTag } from '../page.ts';
import { count } from '../thresholds.ts';

export const openerLinks: Check = {
  meta: {
    id: 'opener-links',
    category: 'security',
    title: 'New windows get no hold on the page',
    importance: 'low',
    weight: 1,
    basis: 'content',
    docs: {
      why: 'In browsers before 2021, and with rel="opener" in all, a page opened in a new window can send this one elsewhere.',
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
    if (open.length === 0) return pass('New windows get no hold on the page.', { value: 0 });
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
