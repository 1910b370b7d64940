import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { headLinks } from '../../page/html/head-tags.ts';
import { parseSitemap } from '../../page/files/sitemap-file.ts';

export const sitemapListsPage: Check = {
  meta: {
    id: 'sitemap-lists-page',
    category: 'seo',
    title: 'The sitemap lists the page',
    failureTitle: 'The sitemap doesn’t list the page',
    importance: 'low',
    basis: 'site',
    docs: {
      why: 'A page missing from an otherwise complete sitemap is found late.',
      thresholds:
        'Pass: listed under its own or its canonical URL. Warn: not listed. Not applicable when the sitemap is an index, cut off or unreadable.',
      fix: 'Add the page’s canonical URL to the sitemap.',
      sources: ['https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap'],
    },
  },
  run({ artifacts, page }) {
    const read = artifacts.sitemaps.flatMap((file) =>
      file.ok && file.status < 400
        ? [{ ...parseSitemap(file.text, file.truncated), truncated: file.truncated }]
        : [],
    );
    const lists = read.filter(({ kind }) => kind === 'urlset' || kind === 'text');
    const canonical = headLinks(page, artifacts.response.headers).find(
      ({ rel }) => rel === 'canonical',
    )?.href;
    const names = new Set([page.url.href, URL.parse(canonical ?? '', page.url.href)?.href]);
    const isListed = read.some(
      ({ kind, locations }) =>
        kind !== 'index' && locations.some((location) => names.has(URL.parse(location)?.href)),
    );
    if (isListed) return pass('The sitemap lists the page.');
    if (read.length === 0) return notApplicable('The site has no sitemap that could be read.');
    if (lists.length === 0 || lists.length < read.length || lists.some(({ truncated }) => truncated))
      return notApplicable('The sitemap could not be read in full.');
    return warn('The sitemap doesn’t list the page. Add its canonical URL.', {
      items: [page.url.href],
    });
  },
};
