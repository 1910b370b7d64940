import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { answered, sizeOf } from '../../page/files/resources.ts';
import { bytes, count } from '../../page/quantities.ts';

const LARGE = 100 * 1024;

export const responsiveImages: Check = {
  meta: {
    id: 'responsive-images',
    category: 'performance',
    title: 'Large images come in several sizes',
    failureTitle: 'Large images come in one size only',
    importance: 'low',
    basis: 'resources',
    docs: {
      why: 'A phone doesn’t need a desktop-sized image.',
      thresholds:
        'Images above 100 KiB in the page. Pass: each has srcset or is in a <picture>. Warn: some don’t. Not applicable without any.',
      fix: 'Offer two or three widths with srcset and sizes.',
      sources: [
        'https://web.dev/articles/serve-responsive-images',
        'https://developer.chrome.com/docs/lighthouse/performance/uses-responsive-images',
      ],
    },
  },
  run({ page, artifacts }) {
    const sizes = new Map(answered(artifacts, 'image').map((image) => [image.url, sizeOf(image)]));
    const large = page.all('img').flatMap((image) => {
      const url = page.resolve(attribute(image, 'src') ?? '');
      const size = url === null ? 0 : (sizes.get(url.href) ?? 0);
      return size > LARGE ? [{ image, size }] : [];
    });
    if (large.length === 0) return notApplicable('The page has no large images.');
    const single = large.filter(
      ({ image }) => attribute(image, 'srcset') === null && image.parent?.name !== 'picture',
    );
    if (single.length === 0) return pass('Large images come in several sizes.', { value: 0 });
    return warn(`${count(single.length, 'large image')} in one size only. Add srcset.`, {
      value: single.length,
      expected: '0',
      items: single.map(({ image, size }) => ({ at: image, note: bytes(size) })),
      // A phone needs half of the width that a desktop does, and takes a quarter of the pixels.
      saves: { bytes: single.reduce((sum, { size }) => sum + size, 0) / 2 },
    });
  },
};
