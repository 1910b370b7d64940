import { fail, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { bytesOfHtml } from './estimates.ts';
import { bytes } from '../../page/quantities.ts';

export const htmlSize: Check = {
  meta: {
    id: 'html-size',
    category: 'performance',
    title: 'The HTML is reasonably small',
    failureTitle: 'The HTML is large',
    importance: 'medium',
    basis: 'response',
    rare: true,
    docs: {
      why: 'Everything else waits for the HTML, and search engines index only its first megabytes.',
      thresholds: 'After decompression. Pass: up to 150 KiB. Warn: up to 500 KiB. Fail: more.',
      fix: 'Move inline data, styles and images into files, and paginate long lists.',
      sources: [
        'https://developers.google.com/search/docs/crawling-indexing/googlebot#how-googlebot-accesses-your-site',
      ],
    },
  },
  run({ artifacts }) {
    const { body } = artifacts;
    const value = body.decodedBytes;
    const extras = {
      value,
      expected: '≤ 153600',
      saves: { bytes: bytesOfHtml(artifacts, value - 150 * 1024) },
    };
    const status = atMost(value, 150 * 1024, 500 * 1024);
    if (status === 'pass') return pass(`The HTML is ${bytes(value)}.`, extras);
    const message = `The HTML is ${bytes(value)}. Reduce it to 150 KiB or less: move inline data, styles and images out.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
