import { imageName, imagesOf } from '../../page/html/accessible-name.ts';
import { attribute } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';
import { count } from '../../page/quantities.ts';
import type { Check } from '../check.ts';
import { fail, notApplicable, pass, warn } from '../outcomes.ts';

export const imageAlt: Check = {
  meta: {
    id: 'image-alt',
    category: 'accessibility',
    // Search engines find pictures by it; Lighthouse counts it in both, too.
    alsoIn: 'seo',
    title: 'Images have alternative text',
    failureTitle: 'Images lack alternative text',
    importance: 'high',
    basis: 'content',
    wcag: { criteria: ['1.1.1 Non-text Content'], rules: ['image-alt', 'input-image-alt'] },
    docs: {
      why: 'Screen readers speak the alternative text, and image search reads it. Decorative images have an empty one.',
      thresholds:
        'Pass: every image has alt or another name. Warn: at least 90 %. Fail: less. Not applicable without images.',
      fix: 'Add alt="what the image shows" to each image, and alt="" to decorative ones.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/accessibility/image-alt',
        'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content',
      ],
    },
  },
  run({ page }) {
    const images = imagesOf(page);
    if (images.length === 0) return notApplicable('The page has no images.');
    const nameless = images.filter((image) => !isNamed(page, image));
    const share = 1 - nameless.length / images.length;
    const extras = { value: nameless.length, expected: '0', items: nameless };
    if (nameless.length === 0) return pass('Every image has alternative text.', { value: 0 });
    const message = `${count(nameless.length, 'image')} of ${images.length} without alternative text. Add alt, left empty for decorative images.`;
    return share < 0.9 ? fail(message, extras) : warn(message, extras);
  },
};

/** An empty alt marks a decorative image; on anything else, only a name will do. */
const isNamed = (page: Page, image: PageElement): boolean =>
  (image.name === 'img' && attribute(image, 'alt') === '') || imageName(page, image) !== '';
