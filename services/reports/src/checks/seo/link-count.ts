import { webLinks } from '../../page/html/links.ts';
import { fail, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';

export const linkCount: Check = {
  meta: {
    id: 'link-count',
    category: 'seo',
    title: 'The page has a readable number of links',
    failureTitle: 'The page has too many links',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'A page’s ranking signals are divided among its links, and visitors can’t pick one out of hundreds.',
      thresholds: 'Pass: up to 100 links. Warn: up to 200. Fail: more.',
      fix: 'Link to the pages that matter, and to overviews of the rest.',
      sources: ['https://developers.google.com/search/docs/crawling-indexing/links-crawlable'],
    },
  },
  run({ page }) {
    const value = webLinks(page).length;
    const extras = { value, expected: '≤ 100' };
    const status = atMost(value, 100, 200);
    if (status === 'pass') return pass(`The page has ${count(value, 'link')}.`, extras);
    const message = `The page has ${count(value, 'link')}. Reduce them to 100 or fewer.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
