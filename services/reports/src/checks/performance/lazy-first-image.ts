import { fail, notApplicable, pass } from '../outcomes.ts';
import { REQUEST } from './estimates.ts';
import type { Check, CheckOutcome } from '../check.ts';
import type { PageElement } from '../../page/html/element.ts';
import { laidOut } from '../../page/html/page-layout.ts';
import { attribute } from '../../page/html/element.ts';

export const lazyFirstImage: Check = {
  meta: {
    id: 'lazy-first-image',
    category: 'performance',
    title: 'The first image loads eagerly',
    failureTitle: 'The first image loads lazily',
    importance: 'medium',
    basis: 'content',
    docs: {
      why: 'The first image is often the largest thing on the first screen. loading="lazy" makes it wait for the layout.',
      thresholds:
        'The first image that isn’t an icon. Pass: it loads eagerly. Fail: it is lazy. Not applicable without images.',
      fix: 'Remove loading="lazy" from the first image and give it fetchpriority="high".',
      sources: ['https://web.dev/articles/lcp-lazy-loading'],
    },
  },
  run({ page, artifacts }) {
    const layout = laidOut(page, artifacts);
    if (layout?.largest) return judge(layout.largest, 'The largest element of the first screen');
    const first = page
      .all('img')
      .find(
        (image) =>
          !image.hidden &&
          !(attribute(image, 'src') ?? '').startsWith('data:') &&
          Number(attribute(image, 'width') ?? 400) > 100,
      );
    if (first === undefined) return notApplicable('The page has no images except icons.');
    return judge(first, 'The first image');
  },
};

const judge = (element: PageElement, what: string): CheckOutcome =>
  element.name !== 'img' || attribute(element, 'loading')?.toLowerCase() !== 'lazy'
    ? pass(`${what} loads eagerly.`)
    : fail(`${what} is loaded lazily, which delays the first screen. Remove loading="lazy" from it.`, {
        items: [element],
        saves: { milliseconds: REQUEST },
      });
