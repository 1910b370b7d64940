import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { laidOut } from '../../page/html/page-layout.ts';
import { attribute } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';
import { answered, sizeOf } from '../../page/files/resources.ts';

/** As many images as a first screen may show. */
const FIRST_SCREEN = 5;

export const lazyImages: Check = {
  meta: {
    id: 'lazy-images',
    category: 'performance',
    title: 'Images below the first screen load lazily',
    failureTitle: 'Images below the first screen load eagerly',
    importance: 'medium',
    basis: 'content',
    docs: {
      why: 'Images far down compete for bandwidth with what people see first.',
      thresholds:
        'Images after the fifth. Pass: at least 80 % have loading="lazy". Warn: fewer. Not applicable with five images or fewer.',
      fix: 'Add loading="lazy" to images further down.',
      sources: ['https://web.dev/articles/browser-level-image-lazy-loading'],
    },
  },
  run({ page, artifacts }) {
    const layout = laidOut(page, artifacts);
    const later = page
      .all('img')
      .filter((image) => !(attribute(image, 'src') ?? '').startsWith('data:'))
      .filter((image, index) =>
        layout === null ? index >= FIRST_SCREEN : (layout.images.get(image)?.top ?? 0) > layout.height,
      );
    if (later.length === 0) return notApplicable('The page has few images.');
    const eager = later.filter(
      (image) =>
        attribute(image, 'loading')?.toLowerCase() !== 'lazy' && attribute(image, 'data-src') === null,
    );
    const sizes = new Map(answered(artifacts, 'image').map((image) => [image.url, sizeOf(image)]));
    const bytes = eager.reduce(
      (sum, image) => sum + (sizes.get(page.resolve(attribute(image, 'src') ?? '')?.href ?? '') ?? 0),
      0,
    );
    const extras = {
      value: eager.length,
      expected: '0',
      items: eager,
      saves: { bytes },
    };
    if (eager.length <= later.length * 0.2)
      return pass('Images further down load lazily.', { value: eager.length, expected: '0' });
    return warn(
      `${count(eager.length, 'image further down loads', 'images further down load')} eagerly. Add loading="lazy".`,
      extras,
    );
  },
};
