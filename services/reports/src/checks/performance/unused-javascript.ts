import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { unusedFiles } from './estimates.ts';
import { bytes, count } from '../../page/quantities.ts';

/** Of a file over the network. Lighthouse's threshold. */
const WORTHWHILE = 20 * 1024;

export const unusedJavascript: Check = {
  meta: {
    id: 'unused-javascript',
    category: 'performance',
    title: 'Scripts are used',
    failureTitle: 'Scripts are loaded that the page doesn’t use',
    importance: 'medium',
    basis: 'resources',
    needsBrowser: true,
    docs: {
      why: 'Functions that never run are fetched and compiled all the same, before the page responds to input.',
      thresholds:
        'Functions that ran until the page was quiet, as the browser counted them. Pass: no file has 20 KiB or more that it doesn’t use, over the network. Warn: one has. Not applicable without a browser.',
      fix: 'Split bundles by route, load rarely used code with import() when it is needed, and remove libraries that nothing uses.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/unused-javascript'],
    },
  },
  run({ artifacts }) {
    if (artifacts.browser?.coverage === undefined) return notApplicable('No browser measured it.');
    const wasteful = unusedFiles(artifacts, 'script').filter(({ saved }) => saved >= WORTHWHILE);
    const value = wasteful.reduce((sum, { saved }) => sum + saved, 0);
    const expected = '0';
    if (value === 0) return pass('Nearly all of the scripts is used.', { value, expected });
    return warn(
      `${count(wasteful.length, 'script')} with ${bytes(value)} that never ran. Load what isn’t needed at once when it is.`,
      {
        value,
        expected,
        saves: { bytes: value },
        items: wasteful.map(({ url, saved, share }) => ({
          snippet: url,
          note: `${bytes(saved)} unused, ${Math.floor(share * 100)} %`,
        })),
      },
    );
  },
};
