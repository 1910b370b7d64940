import { fail, pass, warn, whereMissing } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute, tokens } from '../../page/html/element.ts';

export const favicon: Check = {
  meta: {
    id: 'favicon',
    category: 'seo',
    title: 'The site has an icon',
    failureTitle: 'The site has no working icon',
    importance: 'low',
    basis: 'site',
    docs: {
      why: 'The icon appears beside the page in search results, tabs and bookmarks.',
      thresholds:
        'Pass: an image, declared or at /favicon.ico. Warn: not sent as an image, or only embedded in the page. Fail: none, or an error.',
      fix: 'Add <link rel="icon" href="/icon.svg"> and serve a /favicon.ico as well.',
      sources: ['https://developers.google.com/search/docs/appearance/favicon-in-search'],
    },
  },
  run({ artifacts: { favicon: icon }, page }) {
    if (!icon.ok)
      return fail(`The icon could not be fetched (${icon.code}). Make its server respond.`, {
        value: icon.code,
      });
    const at = icon.declared ? undefined : whereMissing(page, 'head')[0];
    const extras = { value: icon.status, items: [{ snippet: icon.url, at }] };
    const isEmbedded = page
      .all('link')
      .some(
        (link) => tokens(link, 'rel').includes('icon') && /^\s*data:/i.test(attribute(link, 'href') ?? ''),
      );
    if (icon.status >= 400 && isEmbedded)
      return warn(
        'The icon is a data: URL, which search engines can’t fetch. Put one at /favicon.ico too.',
        extras,
      );
    if (icon.status >= 400) {
      return fail(
        icon.declared
          ? `The declared icon returns ${icon.status}. Correct its address.`
          : 'The site has no icon. Add one and declare it with <link rel="icon">.',
        extras,
      );
    }
    const type = icon.mediaType?.toLowerCase() ?? '';
    if (!type.startsWith('image/'))
      return warn(
        `The icon is sent as ${type === '' ? 'no media type' : type}. Send it as an image.`,
        extras,
      );
    return pass('The site has an icon.', extras);
  },
};
