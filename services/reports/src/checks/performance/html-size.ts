import { type Check, fail, pass, warn } from '../check.ts';
import { atMost, bytes } from '../thresholds.ts';

export const htmlSize: Check = {
  meta: {
    id: 'html-size',
    category: 'performance',
    title: 'The HTML is of moderate size',
    importance: 'medium',
    weight: 3,
    basis: 'response',
    rare: true,
    docs: {
      why: 'HTML is read from the start before anything else begins; what is beyond the first megabytes is not indexed.',
      thresholds: 'After decompression. Pass: up to 150 KiB. Warn: up to 500 KiB. Fail: more.',
      fix: 'Take out inline data, styles and pictures, and page long lists.',
      sources: [
        'https://developers.google.com/search/docs/crawling-indexing/googlebot#how-googlebot-accesses-your-site',
      ],
    },
  },
  run({ artifacts: { body } }) {
    const value = body.decodedBytes;
    const extras = { value, expected: '≤ 153600' };
    const status = atMost(value, 150 * 1024, 500 * 1024);
    if (status === 'pass') return pass(`The HTML has ${bytes(value)}.`, extras);
    const message = `The HTML has ${bytes(value)}. Bring it to 150 KiB or less: move inline data, styles and pictures out.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
