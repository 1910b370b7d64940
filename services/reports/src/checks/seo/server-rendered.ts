import { info, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { parsePage } from '../../page/html/page.ts';
import { javascriptShell, mayNeedScripts } from '../../page/html/javascript-shell.ts';

export const serverRendered: Check = {
  meta: {
    id: 'server-rendered',
    category: 'seo',
    title: 'The page has its content before scripts run',
    failureTitle: 'The page has no content before scripts run',
    importance: 'high',
    basis: 'document',
    rare: true,
    docs: {
      why: 'Search engines run scripts late; most other crawlers, link previews and AI readers never do.',
      thresholds:
        'Pass: the HTML has content. Warn: less than 200 characters of text, scripts, and an empty mount element or a text such as “Loading…”. Little text and a script bundle is information only.',
      fix: 'Render the page on the server or at build time.',
      sources: [
        'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
      ],
    },
  },
  run({ artifacts, page: shown }) {
    const page =
      artifacts.sourceHtml === undefined ? shown : parsePage(artifacts.sourceHtml, artifacts.finalUrl);
    const sign = javascriptShell(page);
    if (sign === null && mayNeedScripts(page))
      return info(
        'The page has little text and a script bundle. Only a browser can tell whether scripts add more.',
        {
          value: page.text.length,
        },
      );
    if (sign === null)
      return pass('The page has its content before scripts run.', { value: page.text.length });
    return warn(`The page is empty before its scripts run (${sign}). Render it on the server.`, {
      value: page.text.length,
      expected: '≥ 200 characters',
    });
  },
};
