import { fail, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { headerValues } from '../../page/headers/response-headers.ts';
import { httpEquiv } from '../../page/html/head-tags.ts';
import { count } from '../../page/quantities.ts';
import type { Finding } from '../outcomes.ts';
import { attribute } from '../../page/html/element.ts';

const REFRESH = /^\s*(\d+)(?:\.[.\d]*)?(?:[;,\s]|$)/;
const TWENTY_HOURS = 20 * 60 * 60;

export const metaRefresh: Check = {
  meta: {
    id: 'meta-refresh',
    category: 'seo',
    title: 'The page does not reload or redirect by itself',
    failureTitle: 'The page reloads or redirects by itself',
    importance: 'medium',
    basis: 'document',
    rare: true,
    docs: {
      why: 'A timed refresh takes the page away while people read, and hides a move from search engines.',
      thresholds:
        'A meta tag or a Refresh header. Pass: none. Warn: an immediate redirect. Fail: a refresh after some seconds (up to 20 hours).',
      fix: 'Redirect on the server with 301 or 308, and refresh parts of the page with a script on request.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/accessibility/meta-refresh',
        'https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable',
      ],
    },
  },
  run({ page, artifacts }) {
    // The first that can be read counts (HTML, "shared declarative refresh steps"); browsers heed the
    // header alike.
    const sent = headerValues(artifacts.response.headers, 'refresh');
    const contents = [...sent, ...httpEquiv(page, 'refresh', false)];
    const content = contents.find((text) => REFRESH.test(text));
    const seconds = REFRESH.exec(content ?? '')?.[1];
    if (content === undefined || seconds === undefined) return pass('The page stays.');
    const isSent = sent.includes(content);
    const item: Finding = isSent
      ? `Refresh: ${content}`
      : {
          snippet: `<meta http-equiv="refresh" content="${content}">`,
          at: page.all('meta').find((meta) => attribute(meta, 'content') === content),
        };
    const extras = { value: content, items: [item] };
    if (Number(seconds) === 0)
      return warn(
        `The page redirects with a ${isSent ? 'Refresh header' : 'meta tag'}. Redirect on the server with 301 or 308.`,
        extras,
      );
    if (Number(seconds) > TWENTY_HOURS) return pass('The page stays for more than 20 hours.', extras);
    return fail(
      `The page reloads or redirects after ${count(Number(seconds), 'second')}. Remove the refresh.`,
      extras,
    );
  },
};
