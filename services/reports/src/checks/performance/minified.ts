import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { answered, sizeOf } from '../../page/files/resources.ts';
import { count } from '../../page/quantities.ts';

/** Shorter files gain too little. */
const WORTHWHILE = 2000;

export const minified: Check = {
  meta: {
    id: 'minified',
    category: 'performance',
    title: 'Styles and scripts are minified',
    failureTitle: 'Styles or scripts are not minified',
    importance: 'low',
    basis: 'resources',
    docs: {
      why: 'Comments and indentation make up about a fifth of a file, and browsers discard them.',
      thresholds:
        'The beginning of each file, as far as read. Pass: none has more than 15 % of indentation, line ends and comments. Warn: some do. Not applicable when none was read.',
      fix: 'Minify at build time.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/performance/unminified-javascript',
        'https://developer.chrome.com/docs/lighthouse/performance/unminified-css',
      ],
    },
  },
  run({ artifacts }) {
    const read = answered(artifacts, 'script', 'stylesheet').flatMap((file) =>
      file.sample !== null && file.sample.length > WORTHWHILE
        ? [{ url: file.url, size: sizeOf(file), waste: wasteOf(file.sample) }]
        : [],
    );
    if (read.length === 0) return notApplicable('No style or script was read.');
    const loose = read.filter(({ waste }) => waste > 0.15);
    if (loose.length === 0) return pass('Styles and scripts are minified.', { value: 0 });
    return warn(`${count(loose.length, 'file')} not minified. Minify at build time.`, {
      value: loose.length,
      expected: '0',
      saves: { bytes: loose.reduce((sum, { size, waste }) => sum + size * waste, 0) },
      items: loose.map(({ url, waste }) => ({
        snippet: url,
        note: `${Math.round(waste * 100)} % could be saved`,
      })),
    });
  },
};

/** The share of a text that is comments, indentation and line ends. */
const wasteOf = (text: string): number => {
  const code = text.replace(/\/\*.*?(?:\*\/|$)/gs, '').replace(/^[ \t]*\/\/.*$/gm, '');
  const dense = code.replace(/(?<!\s)\s*\n\s*/g, '').replace(/[ \t]{2,}/g, ' ');
  return 1 - dense.length / text.length;
};
