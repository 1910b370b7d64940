import { explicitRole } from '../../page/html/page-layout.ts';
import { anchors, withoutHash } from '../../page/html/links.ts';
import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

export const fragmentLinks: Check = {
  meta: {
    id: 'fragment-links',
    category: 'content',
    title: 'Links within the page lead somewhere',
    failureTitle: 'Links within the page lead nowhere',
    importance: 'low',
    basis: 'content',
    docs: {
      why: 'A link to #prices does nothing when no element has that id.',
      thresholds:
        'Pass: each target exists (#top always does). Warn: some don’t. Not applicable without such links.',
      fix: 'Give the target its id, or correct the link.',
      sources: [
        'https://html.spec.whatwg.org/multipage/browsing-the-web.html#scroll-to-the-fragment-identifier',
      ],
    },
  },
  run({ page }) {
    const here = withoutHash(page.url);
    const links = anchors(page).filter(
      ({ url, element }) =>
        // With another role it is a button, say, that a script acts on.
        [null, 'link'].includes(explicitRole(element)) &&
        url !== null &&
        url.hash.length > 1 &&
        withoutHash(url) === here &&
        !/^#(?:!|\/|:~:)/.test(url.hash),
    );
    if (links.length === 0) return notApplicable('The page has no links to places within itself.');
    const targets = new Set(
      page
        .having('id', 'name')
        .flatMap((element) => [
          attribute(element, 'id'),
          element.name === 'a' ? attribute(element, 'name') : null,
        ]),
    );
    const dead = links.filter(({ url }) => {
      const raw = url?.hash.slice(1) ?? '';
      return raw.toLowerCase() !== 'top' && !targets.has(raw) && !targets.has(decoded(raw));
    });
    if (dead.length === 0) return pass('Links within the page lead somewhere.', { value: 0 });
    return warn(`${count(dead.length, 'link')} to places that don’t exist. Correct the ids.`, {
      value: dead.length,
      expected: '0',
      items: dead.map(({ href, element }) => ({ snippet: href, at: element })),
    });
  },
};

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};
