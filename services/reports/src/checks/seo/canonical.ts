import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute, tokens } from '../../page/html/element.ts';
import { headLinks } from '../../page/html/head-tags.ts';

/** Servers show the same page at `/` and by its file’s name. */
const isStartPage = ({ pathname }: URL): boolean =>
  /^\/(?:(?:index|default|home)\.(?:html?|php\d?|aspx?|jsp|cfm))?$/i.test(pathname);

/** Google ("specify a canonical URL"): with one of these, a link is for something else. */
const ATTRIBUTES = ['hreflang', 'lang', 'media', 'type'];

export const canonical: Check = {
  meta: {
    id: 'canonical',
    category: 'seo',
    title: 'The canonical link is valid',
    failureTitle: 'The canonical link is not valid',
    importance: 'high',
    basis: 'content',
    docs: {
      why: 'The canonical link tells search engines which of several similar pages to list. A wrong one removes the page from the results.',
      thresholds:
        'Pass: one absolute URL. Fail: invalid, relative or over plain HTTP on an https page, several different ones, another language version, or the site’s root on any other page (/index.html is the same). Not applicable without one.',
      fix: 'Put one <link rel="canonical"> with the page’s own absolute URL in the head.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/seo/canonical',
        'https://www.rfc-editor.org/rfc/rfc6596',
      ],
    },
  },
  run({ page, artifacts }) {
    const links = headLinks(page, artifacts.response.headers);
    const own = links.filter(({ rel, href }) => rel === 'canonical' && href !== '');
    const items = own.map(({ source, at }) => ({ snippet: source, at }));
    if (own.length === 0) return notApplicable('The page declares no canonical URL.');
    if (own.some(({ href }) => !/^https?:$/.test(URL.parse(href, 'https://example.com')?.protocol ?? ''))) {
      return fail('The canonical link is not a valid URL. Use the page’s own absolute URL.', { items });
    }
    if (own.some(({ href }) => URL.parse(href) === null)) {
      return fail('The canonical link is relative. Use an absolute URL.', { items });
    }
    const urls = [...new Set(own.map(({ href }) => new URL(href).href))];
    const url = urls[0];
    if (url === undefined || urls.length > 1) {
      return fail('The page declares several canonical URLs. Keep one.', { value: urls.length, items });
    }
    const target = new URL(url);
    if (target.hash !== '')
      return fail('The canonical link has a fragment, which search engines ignore. Leave it out.', {
        value: url,
        items,
      });
    if (target.protocol === 'http:' && page.url.protocol === 'https:')
      return fail('The canonical link leads from HTTPS to plain HTTP. Use the https URL.', {
        value: url,
        items,
      });
    const attributed = page
      .all('link')
      .filter((link) => tokens(link, 'rel').includes('canonical'))
      .filter((link) => ATTRIBUTES.some((name) => attribute(link, name) !== null));
    if (attributed.length > 0)
      return fail(
        `Search engines ignore a canonical link with ${ATTRIBUTES.join(', ')}. Remove the attribute.`,
        { value: url, items: attributed },
      );
    const probe = artifacts.canonical;
    if (probe?.ok === true && probe.url === target.href && probe.status >= 400)
      return fail(`The canonical link leads to a page that returns ${probe.status}. Correct it.`, {
        value: url,
        items: items.map((item) => ({ ...item, note: `→ ${probe.status}` })),
      });
    const versions = new Set(
      links
        .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang !== '')
        .map(({ href }) => page.resolve(href)?.href),
    );
    if (versions.has(page.url.href) && versions.has(target.href) && target.href !== page.url.href) {
      return fail(
        'The canonical link points to another language version. Each version must point to itself.',
        {
          value: url,
          items,
        },
      );
    }
    if (target.origin === page.url.origin && target.pathname === '/' && !isStartPage(page.url)) {
      return fail('The canonical link points to the site’s root, which removes this page from the results.', {
        value: url,
        items,
      });
    }
    return pass('The canonical link is valid.', { value: url });
  },
};
