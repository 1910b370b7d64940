import { getDomain } from 'tldts';

import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute, tokens } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';
import type { PageElement } from '../../page/html/element.ts';

export const subresourceIntegrity: Check = {
  meta: {
    id: 'subresource-integrity',
    category: 'security',
    title: 'Third-party scripts and styles can’t be swapped',
    failureTitle: 'Third-party scripts or styles can be swapped',
    importance: 'medium',
    basis: 'document',
    docs: {
      why: 'Whoever takes over a script host runs code on every page that loads from it, unless the page pins the content.',
      thresholds:
        'Scripts and stylesheets of other registrable domains, as browsers see them (MDN Observatory judges scripts only, and takes any text for integrity). Pass: all have a valid integrity, or there are none. Warn: loaded over HTTPS without. Fail: loaded over HTTP or without a scheme, or refused by browsers as crossorigin is missing. Not applicable without scripts and styles.',
      fix: 'Host the script yourself, or add integrity="sha384-…" crossorigin="anonymous".',
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://www.w3.org/TR/SRI/',
      ],
    },
  },
  run({ page }) {
    const all = page.all('script', 'link').filter(isLoaded);
    if (all.length === 0) return notApplicable('The page has no scripts or stylesheets.');
    const foreign = all.filter((element) => isForeign(element, page));
    const refused = all.filter((element) => isRefused(element, page));
    if (refused.length > 0)
      return fail(
        'Browsers refuse files with integrity from other origins without crossorigin. Add crossorigin="anonymous".',
        { value: 'sri-implemented-without-crossorigin', items: refused },
      );
    const secure = (element: PageElement) => addressOf(element).startsWith('https://');
    const items = foreign.filter((element) => !isPinned(element) || !secure(element));
    if (foreign.some((element) => !isPinned(element) && !secure(element))) {
      return fail(
        'Third-party scripts or styles load over HTTP or without a scheme, and without integrity. Load them over https with integrity.',
        { value: 'sri-not-implemented-and-external-scripts-not-loaded-securely', items },
      );
    }
    if (foreign.some((element) => !isPinned(element)))
      return warn(
        'Third-party scripts or styles have no integrity that browsers understand. Host them yourself or add one.',
        { value: 'sri-not-implemented-but-external-scripts-loaded-securely', items },
      );
    if (foreign.some((element) => !secure(element)))
      return fail('Third-party scripts have integrity but load over HTTP or without a scheme. Use https.', {
        value: 'sri-implemented-but-external-scripts-not-loaded-securely',
        items,
      });
    if (
      all.some((element) => isPinned(element) && !foreign.includes(element) && isSecureOwn(element, page))
    ) {
      return pass('Scripts have an integrity attribute.', {
        value: 'sri-implemented-and-all-scripts-loaded-securely',
      });
    }
    if (foreign.length > 0)
      return pass('Third-party scripts and styles have an integrity attribute.', {
        value: 'sri-implemented-and-external-scripts-loaded-securely',
      });
    return pass('All scripts and styles come from the site itself.', {
      value: 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin',
    });
  },
};

/** True if a page runs it or lays itself out by it. */
const isLoaded = (element: PageElement): boolean =>
  element.name === 'script' || (element.name === 'link' && tokens(element, 'rel').includes('stylesheet'));

const addressOf = (element: PageElement): string =>
  attribute(element, element.name === 'link' ? 'href' : 'src')?.trim() ?? '';

/** A hash by the grammar of SRI; browsers ignore anything else, and load the file whatever it holds. */
const HASH = /^sha(?:256|384|512)-[A-Za-z0-9+/_-]+={0,2}(?:\?\S*)?$/;

const isPinned = (element: PageElement): boolean =>
  (attribute(element, 'integrity') ?? '').split(/\s+/).some((part) => HASH.test(part));

/** From another origin, integrity needs CORS, which modules ask for by themselves. */
const isRefused = (element: PageElement, page: Page): boolean => {
  if (!isPinned(element) || attribute(element, 'crossorigin') !== null) return false;
  if (element.name === 'script' && attribute(element, 'type')?.trim().toLowerCase() === 'module')
    return false;
  const address = addressOf(element);
  return address !== '' && page.resolve(address)?.origin !== page.url.origin;
};

/**
 * Of another registrable domain, or without a scheme, which Observatory takes for the same risk.
 */
const isForeign = (element: PageElement, page: Page): boolean => {
  const src = addressOf(element);
  if (/^\/\/[^/]/.test(src)) return true;
  return /^https?:\/\//.test(src) && getDomain(src) !== getDomain(page.url.hostname);
};

const isSecureOwn = (element: PageElement, page: Page): boolean => {
  const src = addressOf(element);
  return /^https?:\/\//.test(src) ? src.startsWith('https://') : src !== '' && page.url.protocol === 'https:';
};
