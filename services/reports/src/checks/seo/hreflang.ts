import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';
import { headLinks, hasKnownRegion, isLanguage } from '../../page/html/head-tags.ts';
import type { Finding } from '../outcomes.ts';

export const hreflang: Check = {
  meta: {
    id: 'hreflang',
    category: 'seo',
    title: 'Language versions are declared correctly',
    failureTitle: 'Language versions are not declared correctly',
    importance: 'medium',
    basis: 'content',
    docs: {
      why: 'hreflang links lead people to the version in their language. Search engines drop a link with a wrong code or a relative URL.',
      thresholds:
        'Pass: known languages and absolute URLs, including this page or its canonical one. Warn: an unknown region (en-UK for en-GB), or no link to the page itself. Fail: an unknown language or a relative URL. Not applicable without hreflang links.',
      fix: 'Use ISO 639-1 languages with ISO 3166-1 regions, absolute URLs, and list every version, including itself, on every version.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/seo/hreflang',
        'https://developers.google.com/search/docs/specialty/international/localized-versions',
      ],
    },
  },
  run({ page, artifacts }) {
    const all = headLinks(page, artifacts.response.headers);
    const links = all.filter(({ rel, hreflang: tag }) => rel === 'alternate' && tag !== '');
    if (links.length === 0) return notApplicable('The page declares no versions in other languages.');
    const wrong: Finding[] = [];
    const doubtful: Finding[] = [];
    const targets = new Map<string, string>();
    for (const { hreflang: tag, href, source, at } of links) {
      const target = page.resolve(href)?.href ?? href;
      const before = targets.get(tag.toLowerCase());
      targets.set(tag.toLowerCase(), before ?? target);
      if (before !== undefined && before !== target)
        wrong.push({ snippet: source, note: `${tag} already leads to ${before}`, at });
      const isDefault = tag.toLowerCase() === 'x-default';
      if (!isDefault && !isLanguage(tag))
        wrong.push({ snippet: source, note: `Unknown language: ${tag}`, at });
      else if (!/^https?:/i.test(href)) wrong.push({ snippet: source, note: 'The URL must be absolute', at });
      else if (!isDefault && !hasKnownRegion(tag))
        doubtful.push({ snippet: source, note: `Unknown region: ${tag}`, at });
    }
    const value = links.length;
    if (wrong.length > 0)
      return fail(
        'Some language versions are declared wrongly, so search engines drop them. Correct the codes and URLs.',
        { value, items: wrong },
      );
    if (doubtful.length > 0)
      return warn('Some regions don’t exist. Correct their codes; the United Kingdom is GB.', {
        value,
        items: doubtful,
      });
    const canonical = all.find(({ rel, href }) => rel === 'canonical' && href !== '')?.href;
    const names = new Set([page.url.href, page.resolve(canonical ?? '')?.href]);
    if (!links.some(({ href }) => names.has(page.resolve(href)?.href))) {
      return warn(
        'The declared versions don’t include this page. Search engines expect each page to list itself too.',
        { value, items: links.map(({ source, at }) => ({ snippet: source, at })) },
      );
    }
    return pass(`${count(value, 'language version is', 'language versions are')} declared correctly.`, {
      value,
    });
  },
};
