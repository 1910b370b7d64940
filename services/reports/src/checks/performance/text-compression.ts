import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { answered, COMPRESSED_AWAY } from '../../page/files/resources.ts';
import { bytes, count } from '../../page/quantities.ts';

const WORTHWHILE = 2000;
const TEXT =
  /^(?:text\/|image\/svg|application\/(?:javascript|json|manifest|xml|x-javascript)|font\/(?:ttf|otf))/;

export const textCompression: Check = {
  meta: {
    id: 'text-compression',
    category: 'performance',
    title: 'Styles, scripts and SVGs are sent compressed',
    failureTitle: 'Styles, scripts or SVGs are sent uncompressed',
    importance: 'high',
    basis: 'resources',
    docs: {
      why: 'Compression shrinks text to a third or less.',
      thresholds:
        'Text files above 2,000 bytes. Pass: all compressed. Warn: up to 2 are not. Fail: more. Not applicable without any.',
      fix: 'Turn on Brotli or gzip for CSS, JavaScript, SVG and JSON.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/uses-text-compression'],
    },
  },
  run({ artifacts }) {
    const files = answered(artifacts).filter(
      ({ status, mediaType, decodedBytes }) =>
        status < 400 && TEXT.test(mediaType?.toLowerCase() ?? '') && (decodedBytes ?? 0) > WORTHWHILE,
    );
    if (files.length === 0) return notApplicable('The page has no text files large enough to matter.');
    const plain = files.filter(({ encoding }) => encoding === null);
    const items = plain.map((file) => ({ snippet: file.url, note: bytes(file.decodedBytes ?? 0) }));
    const saves = { bytes: plain.reduce((sum, file) => sum + COMPRESSED_AWAY * (file.decodedBytes ?? 0), 0) };
    const extras = { value: plain.length, expected: '0', items, saves };
    if (plain.length === 0) return pass('Text files are sent compressed.', extras);
    const message = `${count(plain.length, 'text file')} sent uncompressed. Turn on Brotli or gzip for them.`;
    return plain.length <= 2 ? warn(message, extras) : fail(message, extras);
  },
};
