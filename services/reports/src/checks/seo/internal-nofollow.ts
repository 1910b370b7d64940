import { webLinks } from '../../page/html/links.ts';
import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';

export const internalNofollow: Check = {
  meta: {
    id: 'internal-nofollow',
    category: 'seo',
    title: 'Links within the site may be followed',
    failureTitle: 'Links within the site may not be followed',
    importance: 'medium',
    basis: 'content',
    rare: true,
    docs: {
      why: 'nofollow on a link to your own page tells search engines that you don’t vouch for it.',
      thresholds: 'Pass: none. Warn: some. Not applicable without links within the site.',
      fix: 'Remove rel="nofollow" from links to your own pages; keep pages out with noindex instead.',
      sources: ['https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links'],
    },
  },
  run({ page }) {
    const own = webLinks(page).filter(({ url }) => url?.host === page.url.host);
    if (own.length === 0) return notApplicable('The page has no links within the site.');
    const nofollow = own.filter(({ rel }) => rel.includes('nofollow'));
    if (nofollow.length === 0) return pass('Links within the site may be followed.', { value: 0 });
    return warn(
      `${count(nofollow.length, 'link within the site carries', 'links within the site carry')} nofollow. Remove it.`,
      {
        value: nofollow.length,
        expected: '0',
        items: nofollow.map(({ href, element }) => ({ snippet: href, at: element })),
      },
    );
  },
};
