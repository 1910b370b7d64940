import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { bytes } from '../../page/quantities.ts';
import { COMPRESSED_AWAY } from '../../page/files/resources.ts';

/** Below this, compression saves no packet. */
const WORTHWHILE = 2000;

export const compression: Check = {
  meta: {
    id: 'compression',
    category: 'performance',
    title: 'The page is sent compressed',
    failureTitle: 'The page is sent uncompressed',
    importance: 'high',
    basis: 'response',
    docs: {
      why: 'Compression shrinks HTML to about a quarter, and nothing on the page starts before the HTML arrives.',
      thresholds:
        'Pass: gzip, br, zstd or deflate. Fail: uncompressed, above 2,000 bytes. Not applicable to smaller pages.',
      fix: 'Turn on Brotli or gzip for text/html in the web server or the CDN.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/performance/uses-text-compression',
        'https://www.rfc-editor.org/rfc/rfc9110#section-8.4',
      ],
    },
  },
  run({ artifacts: { body } }) {
    if (body.encoding !== null)
      return pass(
        `The page is compressed with ${body.encoding}, from ${bytes(body.decodedBytes)} to ${bytes(body.transferBytes)}.`,
        { value: body.encoding },
      );
    if (body.decodedBytes <= WORTHWHILE)
      return notApplicable('The page is too small to gain from compression.');
    return fail(
      `The page is sent uncompressed (${bytes(body.decodedBytes)}). Turn on Brotli or gzip for HTML.`,
      {
        value: 'none',
        expected: 'br, zstd or gzip',
        saves: { bytes: COMPRESSED_AWAY * body.decodedBytes },
      },
    );
  },
};
