import { fail, pass, warn } from '../outcomes.ts';
import type { Check, CheckItem } from '../check.ts';
import type { SitemapFile } from '../../page/page-artifacts.ts';
import { parseSitemap } from '../../page/files/sitemap-file.ts';
import { count } from '../../page/quantities.ts';

const MOST_URLS = 50_000;
const MOST_BYTES = 50 * 1024 * 1024;

export const sitemap: Check = {
  meta: {
    id: 'sitemap',
    category: 'seo',
    title: 'The site has a valid sitemap',
    failureTitle: 'The site has no valid sitemap',
    importance: 'medium',
    basis: 'site',
    docs: {
      why: 'A sitemap tells search engines which pages exist and which have changed.',
      thresholds:
        'Pass: a readable sitemap of up to 50,000 URLs and 50 MiB. Warn: none. Fail: one listed in robots.txt is missing, broken or too large.',
      fix: 'Publish /sitemap.xml and list it in robots.txt. Split it with a sitemap index when it grows.',
      sources: [
        'https://www.sitemaps.org/protocol.html',
        'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
      ],
    },
  },
  run({ artifacts: { sitemaps } }) {
    const found = sitemaps.filter((file) => file.declared || isSitemap(file));
    if (found.length === 0)
      return warn('The site has no sitemap. Publish one and list it in robots.txt.', { value: 0 });
    const faults: CheckItem[] = [];
    let total = 0;
    for (const file of found) {
      const fault = (note: string) => faults.push({ snippet: file.url, note });
      if (!file.ok) fault(`It could not be fetched (${file.code})`);
      else if (file.status >= 400) fault(`It returns ${file.status}`);
      else {
        const { kind, locations, error } = parseSitemap(file.text, file.truncated);
        total += locations.length;
        if (kind === 'other') fault('This is no sitemap');
        else if (error !== null) fault(error);
        else if (locations.some((location) => !/^https?:\/\//i.test(location)))
          fault(
            `It has an address that isn’t absolute: ${locations.find((location) => !/^https?:\/\//i.test(location)) ?? ''}`,
          );
        else if (locations.length > MOST_URLS || file.bytes > MOST_BYTES)
          fault('It is larger than 50,000 URLs or 50 MiB');
      }
    }
    if (faults.length > 0)
      return fail('A sitemap is missing or broken. Fix it, or remove it from robots.txt.', {
        value: found.length,
        items: faults,
      });
    return pass(`The site has a sitemap (${count(total, 'URL')} read).`, {
      value: found.length,
    });
  },
};

/**
 * Many sites return a page for every URL, so HTML at an undeclared address is no broken sitemap.
 */
const isSitemap = (file: SitemapFile): boolean => {
  return file.ok && file.status < 400 && parseSitemap(file.text, file.truncated).kind !== 'other';
};
