import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute, startTag } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

export const unsizedImages: Check = {
  meta: {
    id: 'unsized-images',
    category: 'performance',
    title: 'Images declare their size',
    failureTitle: 'Images don’t declare their size',
    importance: 'medium',
    basis: 'content',
    docs: {
      why: 'An image without width and height shifts the text when it loads.',
      thresholds:
        'By attributes or inline style; stylesheets aren’t considered. Pass: all. Warn: at least half. Fail: less. Not applicable without images.',
      fix: 'Add the file’s width and height to each <img>; CSS may still scale it.',
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
    if (unsized.length === 0) return pass('Images declare their size.', extras);
    const message = `${count(unsized.length, 'image')} of ${images.length} without a size. Add width and height.`;
    return unsized.length * 2 <= images.length ? warn(message, extras) : fail(message, extras);
  },
};

const isSized = (image: PageElement): boolean => {
  const style = attribute(image, 'style') ?? '';
  if (/position\s*:\s*(?:absolute|fixed)/i.test(style)) return true;
  const has = (name: string) =>
    /^\d/.test(attribute(image, name) ?? '') ||
    new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*\\d`, 'i').test(style);
  const ratio = /aspect-ratio\s*:\s*\d/i.test(style);
  return (has('width') && has('height')) || (ratio && (has('width') || has('height')));
};
