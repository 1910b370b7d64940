import { type Check, fail, notApplicable, pass, warn } from '../check.ts';
import { attribute, type PageElement, startTag } from '../page.ts';
import { count } from '../thresholds.ts';

export const unsizedImages: Check = {
  meta: {
    id: 'unsized-images',
    category: 'performance',
    title: 'Images say their size',
    importance: 'medium',
    weight: 3,
    basis: 'content',
    docs: {
      why: 'An image without width and height pushes the text away when it arrives.',
      thresholds:
        'By attributes or inline style; stylesheets are not read. Pass: all. Warn: at least half. Fail: less. Not applicable without images.',
      fix: 'Write width and height of the file into each <img>; CSS may still scale it.',
      sources: [
        'https://web.dev/articles/optimize-cls#images-without-dimensions',
        'https://developer.chrome.com/docs/lighthouse/performance/unsized-images',
      ],
    },
  },
  run({ page }) {
    const images = page
      .all('img')
      .filter((image) => !image.hidden && !(attribute(image, 'src') ?? '').startsWith('data:image/svg'));
    if (images.length === 0) return notApplicable('The page has no images.');
    const unsized = images.filter((image) => !isSized(image));
    const extras = { value: unsized.length, expected: '0', items: unsized.map(startTag) };
    if (unsized.length === 0) return pass('Images say their size.', extras);
    const message = `${count(unsized.length, 'image')} of ${images.length} without a size. Add width and height.`;
    return unsized.length * 2 <= images.length ? warn(message, extras) : fail(message, extras);
  },
};

function isSized(image: PageElement): boolean {
  const style = attribute(image, 'style') ?? '';
  if (/position\s*:\s*(?:absolute|fixed)/i.test(style)) return true;
  const has = (name: string) =>
    /^\d/.test(attribute(image, name) ?? '') ||
    new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*\\d`, 'i').test(style);
  const ratio = /aspect-ratio\s*:\s*\d/i.test(style);
  return (has('width') && has('height')) || (ratio && (has('width') || has('height')));
}
