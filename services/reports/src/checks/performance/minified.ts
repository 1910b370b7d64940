import { type Check, notApplicable, pass, warn } from '../check.ts';
import { answered } from '../resources.ts';
import { count } from '../thresholds.ts';

/** Shorter files gain too little. */
const WORTHWHILE = 2000;

export const minified: Check = {
  meta: {
    id: 'minified',
    category: 'performance',
    title: 'Styles and scripts are minified',
    importance: 'low',
    weight: 2,
    basis: 'resources',
    docs: {
      why: 'Comments and indentation make a fifth of a file that browsers throw away.',
      thresholds:
        'The beginning of each file, where it was read. Pass: none has more than 15 % of indentation, line ends and comments. Warn: some do. Not applicable when none was read.',
      fix: 'Minify when building.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/performance/unminified-javascript',
        'https://developer.chrome.com/docs/lighthouse/performance/unminified-css',
      ],
    },
  },
  run({ artifacts }) {
    const read = answered(artifacts, 'script', 'stylesheet').flatMap(({ url, sample }) =>
      sample !== null && sample.length > WORTHWHILE ? [{ url, waste: wasteOf(sample) }] : [],
    );
    if (read.length === 0) return notApplicable('No style or script was read.');
    const loose = read.filter(({ waste }) => waste > 0.15);
    if (loose.length === 0) return pass('Styles and scripts are minified.', { value: 0 });
    return warn(`${count(loose.length, 'file')} not minified. Minify when building.`, {
      value: loose.length,
      expected: '0',
      items: loose.map(({ url, waste }) => ({ snippet: url, note: `${Math.round(waste * 100)} % to save` })),
    });
  },
};

/** The share of a text that is comments, indentation and line ends. */
function wasteOf(text: string): number {
  const code = text.replace(/\/\*.*?(?:\*\/|$)/gs, '').replace(/^[ \t]*\/\/.*$/gm, '');
  const dense = code.replace(/\s*\n\s*/g, '').replace(/[ \t]{2,}/g, ' ');
  return 1 - dense.length / text.length;
}
