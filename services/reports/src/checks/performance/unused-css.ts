import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { unusedFiles } from '../../page/files/unused-files.ts';
import { bytes, count } from '../../page/quantities.ts';

/** Of a file over the network. Lighthouse's threshold. */
const WORTHWHILE = 10 * 1024;

export const unusedCss: Check = {
  meta: {
    id: 'unused-css',
    category: 'performance',
    title: 'Stylesheets are used',
    failureTitle: 'Stylesheets are loaded that the page doesn’t use',
    importance: 'low',
    basis: 'resources',
    needsBrowser: true,
    docs: {
      why: 'Rules that fit nothing on the page are fetched and read all the same, before the first paint.',
      thresholds:
        'Rules that fitted an element on a phone or a desktop, as the browser counted them. Pass: no file has 10 KiB or more that it doesn’t use, over the network. Warn: one has. Not applicable without a browser.',
      fix: 'Split stylesheets by page, and remove rules that nothing uses with a tool such as PurgeCSS.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/unused-css-rules'],
    },
  },
  run({ artifacts }) {
    if (artifacts.browser?.coverage === undefined) return notApplicable('No browser measured it.');
    const wasteful = unusedFiles(artifacts, 'stylesheet').filter(({ saved }) => saved >= WORTHWHILE);
    const value = wasteful.reduce((sum, { saved }) => sum + saved, 0);
    const expected = '0';
    if (value === 0) return pass('Nearly all of the stylesheets is used.', { value, expected });
    return warn(
      `${count(wasteful.length, 'stylesheet')} with ${bytes(value)} that fit nothing on the page. Split them by page, and remove what is left over.`,
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
