import { type Check, fail, notApplicable, pass, warn } from '../check.ts';
import { attribute, type PageElement, startTag } from '../page.ts';
import { count } from '../thresholds.ts';

export const imageAlt: Check = {
  meta: {
    id: 'image-alt',
    category: 'content',
    title: 'Images have alternative text',
    importance: 'high',
    weight: 6,
    basis: 'content',
    docs: {
      why: 'The alternative text is what a screen reader speaks and what image search reads. Decorative images have an empty one.',
      thresholds:
        'Pass: every image has alt or another name. Warn: at least 90 %. Fail: less. Not applicable without images.',
      fix: 'Add alt="what the image tells" to each image, and alt="" to decoration.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/accessibility/image-alt',
        'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content',
      ],
    },
  },
  run({ page }) {
    const images = page
      .all('img')
      .filter((image) => !image.hidden && attribute(image, 'aria-hidden') !== 'true');
    if (images.length === 0) return notApplicable('The page has no images.');
    const nameless = images.filter((image) => !isNamed(image));
    const share = 1 - nameless.length / images.length;
    const extras = { value: nameless.length, expected: '0', items: nameless.map(startTag) };
    if (nameless.length === 0) return pass('Every image has alternative text.', { value: 0 });
    const message = `${count(nameless.length, 'image')} of ${images.length} without alternative text. Add alt, empty for decoration.`;
    return share < 0.9 ? fail(message, extras) : warn(message, extras);
  },
};

function isNamed(image: PageElement): boolean {
  if (attribute(image, 'alt') !== null) return true;
  const role = (attribute(image, 'role') ?? '').trim();
  if (role === 'presentation' || role === 'none') return true;
  return ['aria-label', 'aria-labelledby', 'title'].some(
    (name) => (attribute(image, name) ?? '').trim() !== '',
  );
}
