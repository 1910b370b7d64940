import { fail, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const urlLength: Check = {
  meta: {
    id: 'url-length',
    category: 'seo',
    title: 'The URL is short',
    failureTitle: 'The URL is long',
    importance: 'low',
    basis: 'document',
    rare: true,
    docs: {
      why: 'A short URL is readable in results, memorable, and shared in full.',
      thresholds: 'Pass: up to 75 characters. Warn: up to 100. Fail: more.',
      fix: 'Drop meaningless folders, dates and parameters, and redirect the old URL.',
      sources: ['https://developers.google.com/search/docs/crawling-indexing/url-structure'],
    },
  },
  run({ page }) {
    const { length } = page.url.href;
    const extras = { value: length, expected: '≤ 75', items: [page.url.href] };
    const status = atMost(length, 75, 100);
    if (status === 'pass')
      return pass(`The URL has ${length} characters.`, { value: length, expected: '≤ 75' });
    const message = `The URL has ${length} characters. Shorten it to 75 or fewer.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
