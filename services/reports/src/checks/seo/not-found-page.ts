import { fail, pass, unknown, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const notFoundPage: Check = {
  meta: {
    id: 'not-found-page',
    category: 'seo',
    title: 'Missing pages return 404',
    failureTitle: 'Missing pages don’t return 404',
    importance: 'high',
    basis: 'site',
    docs: {
      why: 'A site that returns 200 for everything (“soft 404”) fills the index with pages that don’t exist.',
      thresholds:
        'Requests a URL that can’t exist. Pass: 404 or 410. Warn: another error. Fail: success, or a redirect to a page that exists.',
      fix: 'Return 404 with a helpful page; don’t redirect to the home page.',
      sources: [
        'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
      ],
    },
  },
  run({ artifacts: { notFound } }) {
    if (!notFound.ok)
      return unknown('The page for missing URLs could not be fetched, so this was not checked.');
    const extras = {
      value: notFound.status,
      expected: '404',
      items: [`${notFound.url} → ${notFound.status}`],
    };
    if (notFound.status === 404 || notFound.status === 410)
      return pass(`Missing pages return ${notFound.status}.`, { value: notFound.status, expected: '404' });
    if (notFound.status >= 400) return warn(`Missing pages return ${notFound.status}. Return 404.`, extras);
    if (notFound.redirects.length > 0)
      return fail('Missing pages redirect to a page that exists. Return 404 instead.', extras);
    return fail(`Missing pages return ${notFound.status}, as if they existed. Return 404.`, extras);
  },
};
