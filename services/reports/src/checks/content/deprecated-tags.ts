import { type Check, pass, warn } from '../check.ts';
import { startTag } from '../page.ts';

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
    importance: 'low',
    weight: 2,
    basis: 'content',
    rare: true,
    docs: {
      why: 'Browsers drop them one by one, and their looks can’t follow the design.',
      thresholds: 'Pass: none of those that HTML calls obsolete. Warn: some.',
      fix: 'Use CSS for looks, and elements that say what they hold.',
      sources: ['https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features'],
    },
  },
  run({ page }) {
    const found = page.elements.filter(({ name, foreign }) => !foreign && DEPRECATED.has(name));
    if (found.length === 0) return pass('No obsolete elements are used.', { value: 0 });
    const names = [...new Set(found.map(({ name }) => name))].sort().join(', ');
    return warn(`Obsolete elements are used: ${names}. Use CSS.`, {
      value: names,
      items: found.map(startTag),
    });
  },
};
