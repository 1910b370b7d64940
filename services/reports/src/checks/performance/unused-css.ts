import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { unusedFiles } from './estimates.ts';
import { attribute, tokens } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';
import { isForScreens } from '../../page/html/scripts-and-styles.ts';
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
        'Rules that fitted an element on a phone or a desktop, as the browser counted them; style sheets for print don’t count. Pass: no file has 10 KiB or more that it doesn’t use, over the network. Warn: one has. Not applicable without a browser.',
      fix: 'Split stylesheets by page, and remove rules that nothing uses with a tool such as PurgeCSS.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/unused-css-rules'],
    },
  },
  run({ page, artifacts }) {
    if (artifacts.browser?.coverage === undefined) return notApplicable('No browser measured it.');
    const elsewhere = forOtherMedia(page);
    const wasteful = unusedFiles(artifacts, 'stylesheet').filter(
      ({ url, saved }) => saved >= WORTHWHILE && !elsewhere.has(url),
    );
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

/** The style sheets that no screen uses, such as those for print. */
const forOtherMedia = (page: Page): ReadonlySet<string> => {
  const links = page.all('link').filter((link) => tokens(link, 'rel').includes('stylesheet'));
  const addressOf = (link: PageElement) => page.resolve(attribute(link, 'href') ?? '')?.href ?? '';
  const [shown, others] = [true, false].map(
    (isShown) => new Set(links.filter((link) => isForScreens(link) === isShown).map(addressOf)),
  );
  return new Set([...(others ?? [])].filter((url) => shown?.has(url) !== true));
};
