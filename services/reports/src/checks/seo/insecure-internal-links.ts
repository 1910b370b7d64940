import { webLinks } from '../../page/html/links.ts';
import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';

export const insecureInternalLinks: Check = {
  meta: {
    id: 'insecure-internal-links',
    category: 'seo',
    title: 'Links within the site use HTTPS',
    failureTitle: 'Links within the site use plain HTTP',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'An http link to your own page costs every visitor and crawler a redirect, and can be tampered with.',
      thresholds:
        'Pass: none. Warn: some. Not applicable on a page without HTTPS or without links within the site.',
      fix: 'Write https:// in links to your own pages.',
      sources: ['https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes'],
    },
  },
  run({ page }) {
    const own = webLinks(page).filter(({ url }) => url?.hostname === page.url.hostname);
    if (own.length === 0) return notApplicable('There are no links within the site.');
    if (page.url.protocol !== 'https:') return notApplicable('The page itself is served over plain HTTP.');
    const insecure = own.filter(({ url }) => url?.protocol === 'http:');
    if (insecure.length === 0) return pass('Links within the site use HTTPS.', { value: 0 });
    return warn(
      `${count(insecure.length, 'link within the site uses', 'links within the site use')} http. Write https:// instead.`,
      {
        value: insecure.length,
        expected: '0',
        items: insecure.map(({ href, element }) => ({ snippet: href, at: element })),
      },
    );
  },
};
