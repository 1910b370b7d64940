import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { answered, sizeOf } from '../../page/files/resources.ts';
import { bytes, count } from '../../page/quantities.ts';

const OLD = /^image\/(?:jpe?g|png|gif|bmp|x-ms-bmp|tiff)$/;
/** Below this, another format saves little. */
const WORTHWHILE = 8 * 1024;

/** The share that WebP saves, at the least (developers.google.com/speed/webp/docs/webp_study). */
const NEWER_SAVES = 0.25;

export const imageFormats: Check = {
  meta: {
    id: 'image-formats',
    category: 'performance',
    title: 'Images use modern formats',
    failureTitle: 'Images use outdated formats',
    importance: 'medium',
    basis: 'resources',
    docs: {
      why: 'AVIF and WebP need about half the bytes of JPEG and PNG for the same image.',
      thresholds:
        'Images above 8 KiB. Pass: none is JPEG, PNG, GIF, BMP or TIFF. Warn: some are; the score falls with their number. Not applicable without any.',
      fix: 'Serve AVIF or WebP through <picture> or based on the Accept header.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/uses-webp-images'],
    },
  },
  run({ artifacts }) {
    const images = answered(artifacts, 'image').filter(
      (image) => image.status < 400 && sizeOf(image) > WORTHWHILE,
    );
    if (images.length === 0) return notApplicable('The page has no images large enough to matter.');
    const old = images.filter(({ mediaType }) => OLD.test(mediaType?.toLowerCase() ?? ''));
    const extras = {
      value: old.length,
      saves: { bytes: NEWER_SAVES * old.reduce((sum, image) => sum + sizeOf(image), 0) },
      expected: '0',
      items: old.map((image) => ({
        snippet: image.url,
        note: `${image.mediaType ?? ''}, ${bytes(sizeOf(image))}`,
      })),
    };
    if (old.length === 0) return pass('Images use modern formats.', extras);
    const score = Math.round(80 * (1 - old.length / images.length)) / 100;
    return warn(`${count(old.length, 'image')} of ${images.length} would be smaller as AVIF or WebP.`, {
      ...extras,
      score,
    });
  },
};
