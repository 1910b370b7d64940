import { type Check, fail, notApplicable, pass, warn } from '../check.ts';

export const hostVariants: Check = {
  meta: {
    id: 'host-variants',
    category: 'seo',
    title: 'The page has one address with or without www',
    importance: 'medium',
    weight: 3,
    basis: 'site',
    docs: {
      why: 'The same page at www.example.org and example.org is two pages to a search engine, and people type either.',
      thresholds:
        'Pass: the other name redirects here for good. Warn: it redirects for now (302, 307), or doesn’t answer. Fail: it serves the page itself. Not applicable to hosts without such a pair.',
      fix: 'Redirect one of the two to the other with 301 or 308.',
      sources: ['https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls'],
    },
  },
  run({ artifacts: { otherHost }, page }) {
    if (otherHost === null) return notApplicable('The host has no variant with or without www.');
    if (!otherHost.ok)
      return warn(
        `The other variant of the host doesn’t answer (${otherHost.code}). Make it redirect here.`,
        { value: otherHost.code },
      );
    const items = [`${otherHost.url} → ${otherHost.finalUrl}`];
    const value = otherHost.status;
    if (URL.parse(otherHost.finalUrl)?.host !== page.url.host) {
      if (otherHost.status >= 400)
        return warn(`The other variant of the host answers ${otherHost.status}. Make it redirect here.`, {
          value,
          items,
        });
      return fail('The page answers at both variants of its host. Redirect one to the other.', {
        value,
        items,
      });
    }
    const temporary = otherHost.redirects.find(
      ({ status }) => status === 302 || status === 303 || status === 307,
    );
    if (temporary !== undefined)
      return warn(`The other variant redirects with ${temporary.status}, for now only. Use 301 or 308.`, {
        value: temporary.status,
        items,
      });
    return pass('The other variant of the host redirects here.', {
      value: otherHost.redirects[0]?.status ?? value,
    });
  },
};
