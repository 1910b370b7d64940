import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

const DEPRECATED = new Set([
  'acronym',
  'applet',
  'basefont',
  'bgsound',
  'big',
  'blink',
  'center',
  'dir',
  'font',
  'frame',
  'frameset',
  'isindex',
  'keygen',
  'listing',
  'marquee',
  'menuitem',
  'multicol',
  'nextid',
  'nobr',
  'noembed',
  'noframes',
  'plaintext',
  'rb',
  'rtc',
  'spacer',
  'strike',
  'tt',
  'xmp',
]);

export const deprecatedTags: Check = {
  meta: {
    id: 'deprecated-tags',
    category: 'content',
    title: 'No obsolete elements are used',
    failureTitle: 'Obsolete elements are used',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'Browsers drop them one by one, and they mix styling into the content.',
      thresholds: 'Pass: none that the HTML standard calls obsolete. Warn: some.',
      fix: 'Use CSS for styling, and semantic elements for content.',
      sources: ['https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features'],
    },
  },
  run({ page }) {
    const found = page.elements.filter(({ name, foreign }) => !foreign && DEPRECATED.has(name));
    if (found.length === 0) return pass('No obsolete elements are used.', { value: 0 });
    const names = [...new Set(found.map(({ name }) => name))].sort().join(', ');
    return warn(`Obsolete elements are used: ${names}. Replace them with CSS and semantic elements.`, {
      value: names,
      items: found,
    });
  },
};
