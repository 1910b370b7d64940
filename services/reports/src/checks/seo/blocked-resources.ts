import { type Check, fail, notApplicable, pass } from '../check.ts';
import { count } from '../thresholds.ts';

export const blockedResources: Check = {
  meta: {
    id: 'blocked-resources',
    category: 'seo',
    title: 'Search engines may fetch styles and scripts',
    importance: 'high',
    weight: 4,
    basis: 'resources',
    rare: true,
    docs: {
      why: 'Search engines render the page. With its styles and scripts closed by robots.txt they see it broken.',
      thresholds:
        'Googlebot and the site’s own files. Pass: all open. Fail: a style or script is closed. Not applicable without any.',
      fix: 'Remove the Disallow rules that cover .css and .js files.',
      sources: ['https://developers.google.com/search/docs/crawling-indexing/robots/intro'],
    },
  },
  run({ artifacts, robots, page }) {
    const own = artifacts.resources.filter(
      ({ url, kind }) =>
        (kind === 'script' || kind === 'stylesheet') && URL.parse(url)?.origin === page.url.origin,
    );
    if (own.length === 0) return notApplicable('The page has no styles or scripts of its own site.');
    const closed = own.filter(({ url }) => !robots.allows('Googlebot', url));
    if (closed.length === 0) return pass('Styles and scripts are open to search engines.', { value: 0 });
    return fail(
      `robots.txt closes ${count(closed.length, 'style or script', 'styles and scripts')}. Open them to search engines.`,
      { value: closed.length, expected: '0', items: closed.map(({ url }) => url) },
    );
  },
};
