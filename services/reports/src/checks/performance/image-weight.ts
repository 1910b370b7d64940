import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { answered, sizeOf } from '../../page/files/resources.ts';
import { bytes, count } from '../../page/quantities.ts';

const LARGE = 200 * 1024;
const HUGE = 1024 * 1024;

export const imageWeight: Check = {
  meta: {
    id: 'image-weight',
    category: 'performance',
    title: 'No image is heavy',
    failureTitle: 'Images are heavy',
    importance: 'high',
    basis: 'resources',
    docs: {
      why: 'One unscaled photo can weigh more than the rest of the page.',
      thresholds:
        'Pass: every image up to 200 KiB. Warn: some are larger. Fail: one is above 1 MiB. Not applicable without images.',
      fix: 'Scale images to their displayed size, and compress them at quality 75 to 80.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/uses-optimized-images'],
    },
  },
  run({ artifacts }) {
    const images = answered(artifacts, 'image').filter(({ status }) => status < 400);
    if (images.length === 0) return notApplicable('The page has no images.');
    const heavy = images
      .filter((image) => sizeOf(image) > LARGE)
      .toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.url < b.url ? -1 : 1));
    const extras = {
      value: heavy.length,
      saves: { bytes: heavy.reduce((sum, image) => sum + sizeOf(image) - LARGE, 0) },
      expected: '0',
      items: heavy.map((image) => ({ snippet: image.url, note: bytes(sizeOf(image)) })),
    };
    if (heavy.length === 0) return pass('No image is above 200 KiB.', extras);
    const message = `${count(heavy.length, 'image')} above 200 KiB. Scale and compress them.`;
    return heavy.some((image) => sizeOf(image) > HUGE) ? fail(message, extras) : warn(message, extras);
  },
};
