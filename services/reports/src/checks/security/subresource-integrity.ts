import { getDomain } from 'tldts';

import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute, startTag } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';
import type { PageElement } from '../../page/html/element.ts';

export const subresourceIntegrity: Check = {
  meta: {
    id: 'subresource-integrity',
    category: 'security',
    title: 'Third-party scripts can’t be swapped',
    failureTitle: 'Third-party scripts or styles can be swapped',
    importance: 'medium',
    basis: 'document',
    docs: {
      why: 'Whoever takes over a script host runs code on every page that loads from it, unless the page pins the content.',
      thresholds:
        'MDN Observatory’s verdict on scripts from other registrable domains. Pass: all have integrity, or there are none. Warn: loaded over HTTPS without. Fail: loaded over HTTP or without a scheme. Not applicable without scripts.',
      fix: 'Host the script yourself, or add integrity="sha384-…" crossorigin="anonymous".',
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://www.w3.org/TR/SRI/',
      ],
    },
  },
  run({ page }) {
    const scripts = page.all('script');
    if (scripts.length === 0) return notApplicable('The page has no scripts.');
    const foreign = scripts.filter((script) => isForeign(script, page));
    const integrity = (script: PageElement) => Boolean(attribute(script, 'integrity'));
    const secure = (script: PageElement) => (attribute(script, 'src') ?? '').startsWith('https://');
    const items = foreign.filter((script) => !integrity(script) || !secure(script)).map(startTag);
    if (foreign.some((script) => !integrity(script) && !secure(script))) {
      return fail(
        'Third-party scripts load over HTTP or without a scheme, and without integrity. Load them over https with integrity.',
        { value: 'sri-not-implemented-and-external-scripts-not-loaded-securely', items },
      );
    }
    if (foreign.some((script) => !integrity(script)))
      return warn('Third-party scripts have no integrity attribute. Host them yourself or add one.', {
        value: 'sri-not-implemented-but-external-scripts-loaded-securely',
        items,
      });
    if (foreign.some((script) => !secure(script)))
      return fail('Third-party scripts have integrity but load over HTTP or without a scheme. Use https.', {
        value: 'sri-implemented-but-external-scripts-not-loaded-securely',
        items,
      });
    if (
      scripts.some((script) => integrity(script) && !foreign.includes(script) && isSecureOwn(script, page))
    ) {
      return pass('Scripts have an integrity attribute.', {
        value: 'sri-implemented-and-all-scripts-loaded-securely',
      });
    }
    if (foreign.length > 0)
      return pass('Third-party scripts have an integrity attribute.', {
        value: 'sri-implemented-and-external-scripts-loaded-securely',
      });
    return pass('All scripts come from the site itself.', {
      value: 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin',
    });
  },
};

/**
 * Of another registrable domain, or without a scheme, which Observatory takes for the same risk.
 */
const isForeign = (script: PageElement, page: Page): boolean => {
  const src = attribute(script, 'src') ?? '';
  if (/^\/\/[^/]/.test(src)) return true;
  return /^https?:\/\//.test(src) && getDomain(src) !== getDomain(page.url.hostname);
};

const isSecureOwn = (script: PageElement, page: Page): boolean => {
  const src = attribute(script, 'src') ?? '';
  return /^https?:\/\//.test(src) ? src.startsWith('https://') : src !== '' && page.url.protocol === 'https:';
};
