import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const hostVariants: Check = {
  meta: {
    id: 'host-variants',
    category: 'seo',
    title: 'The page has one address, with or without www',
    failureTitle: 'The page has two addresses, with and without www',
    importance: 'medium',
    basis: 'site',
    docs: {
      why: 'To a search engine, the same page at www.example.org and example.org is two pages. People type either.',
      thresholds:
        'Pass: the other host redirects here permanently. Warn: it redirects temporarily (302, 307) or doesn’t respond. Fail: it serves the page itself. Not applicable to hosts without such a pair.',
      fix: 'Redirect one of the two to the other with 301 or 308.',
      sources: ['https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls'],
    },
  },
  run({ artifacts: { otherHost }, page }) {
    if (otherHost === null) return notApplicable('The host has no variant with or without www.');
    if (!otherHost.ok)
      return warn(
        `The other variant of the host doesn’t respond (${otherHost.code}). Make it redirect here.`,
        { value: otherHost.code },
      );
    const items = [`${otherHost.url} → ${otherHost.finalUrl}`];
    const value = otherHost.status;
    if (URL.parse(otherHost.finalUrl)?.host !== page.url.host) {
      if (otherHost.status >= 400)
        return warn(`The other variant of the host returns ${otherHost.status}. Make it redirect here.`, {
          value,
          items,
        });
      return fail('Both variants of the host serve the page. Redirect one to the other.', {
        value,
        items,
      });
    }
    const temporary = otherHost.redirects.find(
      ({ status }) => status === 302 || status === 303 || status === 307,
    );
    if (temporary !== undefined)
      return warn(
        `The other variant redirects with ${temporary.status}, which is temporary. Use 301 or 308.`,
        {
          value: temporary.status,
          items,
        },
      );
    return pass('The other variant of the host redirects here.', {
      value: otherHost.redirects[0]?.status ?? value,
    });
  },
};
