import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';

export const blockedResources: Check = {
  meta: {
    id: 'blocked-resources',
    category: 'seo',
    title: 'Search engines may fetch styles and scripts',
    failureTitle: 'Search engines may not fetch some styles or scripts',
    importance: 'high',
    basis: 'resources',
    rare: true,
    docs: {
      why: 'Search engines render the page. If robots.txt blocks its styles and scripts, they see a broken page.',
      thresholds:
        'Googlebot and the site’s own files. Pass: all allowed. Fail: a style or script is blocked. Not applicable without any.',
      fix: 'Remove the Disallow rules that cover .css and .js files.',
      sources: ['https://developers.google.com/search/docs/crawling-indexing/robots/intro'],
    },
  },
  run({ artifacts, robots, page }) {
    const own = artifacts.resources.filter(
      ({ url, kind }) =>
        (kind === 'script' || kind === 'stylesheet') && URL.parse(url)?.origin === page.url.origin,
    );
    if (own.length === 0) return notApplicable('The page has no styles or scripts from its own site.');
    const closed = own.filter(({ url }) => !robots.allows('Googlebot', url));
    if (closed.length === 0) return pass('Search engines may fetch styles and scripts.', { value: 0 });
    return fail(
      `robots.txt blocks ${count(closed.length, 'style or script', 'styles and scripts')}. Allow search engines to fetch them.`,
      { value: closed.length, expected: '0', items: closed.map(({ url }) => url) },
    );
  },
};
