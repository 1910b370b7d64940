import { fail, info, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute, tokens } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';
import { laidOut } from '../../page/html/page-layout.ts';
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
  run({ page, artifacts }) {
    const images = page
      .all('img')
      .filter((image) => !image.hidden && !(attribute(image, 'src') ?? '').startsWith('data:image/svg'));
    if (images.length === 0) return notApplicable('The page has no images.');
    const layout = laidOut(page, artifacts);
    const unsized = images.filter((image) =>
      layout === null ? !isSized(image) : layout.images.get(image)?.isSized === false,
    );
    const extras = { value: unsized.length, expected: '0', items: unsized };
    if (unsized.length === 0) return pass('Images declare their size.', extras);
    if (layout === null && (page.all('style').length > 0 || hasSheets(page)))
      return info(
        `Not decided: ${count(unsized.length, 'image')} without width and height, whose size CSS may set. Only a rendering can tell.`,
        { ...extras, value: null },
      );
    const message = `${count(unsized.length, 'image')} of ${images.length} without a size. Add width and height.`;
    return unsized.length * 2 <= images.length ? warn(message, extras) : fail(message, extras);
  },
};

const hasSheets = (page: Page): boolean =>
  page.all('link').some((link) => tokens(link, 'rel').includes('stylesheet'));

const isSized = (image: PageElement): boolean => {
  const style = attribute(image, 'style') ?? '';
  if (/position\s*:\s*(?:absolute|fixed)/i.test(style)) return true;
  const has = (name: string) =>
    /^\d/.test(attribute(image, name) ?? '') ||
    new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*\\d`, 'i').test(style);
  const ratio = /aspect-ratio\s*:\s*\d/i.test(style);
  return (has('width') && has('height')) || (ratio && (has('width') || has('height')));
};
