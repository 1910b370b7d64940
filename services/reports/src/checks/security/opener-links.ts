import { webLinks } from '../../page/html/links.ts';
import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

export const openerLinks: Check = {
  meta: {
    id: 'opener-links',
    category: 'security',
    title: 'New windows can’t control the page',
    failureTitle: 'New windows can control the page',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'With rel="opener", a page opened in a new window can redirect this one. Without it, browsers since 2021 prevent that by themselves.',
      thresholds:
        'Links to other sites with target="_blank". Pass: none has rel="opener". Warn: some do. Not applicable without such links.',
      fix: 'Remove rel="opener", or write rel="noopener".',
      sources: [
        'https://html.spec.whatwg.org/multipage/links.html#link-type-noopener',
        'https://caniuse.com/mdn-html_elements_a_implicit_noopener',
      ],
    },
  },
  run({ page }) {
    const links = webLinks(page).filter(
      ({ element, url }) =>
        attribute(element, 'target')?.toLowerCase() === '_blank' && url?.host !== page.url.host,
    );
    if (links.length === 0) return notApplicable('No link opens another site in a new window.');
    const open = links.filter(
      ({ rel }) => rel.includes('opener') && !rel.includes('noopener') && !rel.includes('noreferrer'),
    );
    if (open.length === 0) return pass('New windows can’t control the page.', { value: 0 });
    return warn(
      `${count(open.length, 'link opens', 'links open')} another site with rel="opener". Remove it.`,
      {
        value: open.length,
        expected: '0',
        items: open.map(({ element }) => element),
      },
    );
  },
};
