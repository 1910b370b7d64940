import { type Check, fail, pass, warn } from '../check.ts';
import { httpEquiv } from '../head-tags.ts';

const TWENTY_HOURS = 20 * 60 * 60;

export const metaRefresh: Check = {
  meta: {
    id: 'meta-refresh',
    category: 'seo',
    title: 'The page does not reload or leave by itself',
    importance: 'medium',
    weight: 3,
    basis: 'document',
    rare: true,
    docs: {
      why: 'A timed refresh takes the page away from people while they read, and hides a move from search engines.',
      thresholds:
        'Pass: none. Warn: an immediate redirect. Fail: a refresh after some seconds (below 20 hours).',
      fix: 'Redirect on the server with 301 or 308, and refresh parts of the page with a script, on request.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/accessibility/meta-refresh',
        'https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable',
      ],
    },
  },
  run({ page }) {
    const content = httpEquiv(page, 'refresh')[0];
    const seconds = /^\s*(\d+)/.exec(content ?? '')?.[1];
    if (content === undefined || seconds === undefined) return pass('The page stays.');
    const extras = { value: content, items: [`<meta http-equiv="refresh" content="${content}">`] };
    if (Number(seconds) === 0)
      return warn('The page redirects by a meta tag. Redirect on the server with 301 or 308.', extras);
    if (Number(seconds) >= TWENTY_HOURS) return pass('The page stays for 20 hours or more.', extras);
    return fail(`The page reloads or leaves after ${seconds} seconds. Remove the refresh.`, extras);
  },
};
