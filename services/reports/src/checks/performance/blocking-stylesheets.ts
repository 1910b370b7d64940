import { fail, notApplicable, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { withoutBrowser, blockedTime } from './estimates.ts';
import { attribute, tokens } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import { isForScreens } from '../../page/html/scripts-and-styles.ts';

export const blockingStylesheets: Check = {
  meta: {
    id: 'blocking-stylesheets',
    category: 'performance',
    title: 'Few stylesheets block rendering',
    failureTitle: 'Many stylesheets block rendering',
    importance: 'medium',
    basis: 'document',
    docs: {
      why: 'Nothing is painted until every stylesheet in the head for this screen has arrived.',
      thresholds:
        'Stylesheets in the head, except those for print and other media. Pass: up to 2. Warn: up to 5. Fail: more. Not applicable without any.',
      fix: 'Combine them, inline the CSS for the first screen, and load the rest later, for example with media="print".',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/render-blocking-resources'],
    },
  },
  run({ page, artifacts }) {
    const sheets = page.all('link').filter(isBlocking);
    if (sheets.length === 0) return notApplicable('The page has no stylesheets that block rendering.');
    const extras = {
      value: sheets.length,
      expected: '≤ 2',
      items: sheets,
      ...(blockedTime(page, artifacts, sheets) ?? withoutBrowser(page, artifacts, sheets)),
    };
    const status = atMost(sheets.length, 2, 5);
    if (status === 'pass')
      return pass('Few stylesheets block rendering.', { value: sheets.length, expected: '≤ 2' });
    const message = `${sheets.length} stylesheets block rendering. Combine them or load some later.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};

const isBlocking = (link: PageElement): boolean => {
  if (
    !link.inHead ||
    !tokens(link, 'rel').includes('stylesheet') ||
    tokens(link, 'rel').includes('alternate')
  )
    return false;
  if (attribute(link, 'disabled') !== null) return false;
  return isForScreens(link);
};
