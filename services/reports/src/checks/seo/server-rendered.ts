import { type Check, pass, warn } from '../check.ts';
import { javascriptShell } from '../javascript-shell.ts';

export const serverRendered: Check = {
  meta: {
    id: 'server-rendered',
    category: 'seo',
    title: 'The page has its content before scripts run',
    importance: 'high',
    weight: 4,
    basis: 'document',
    rare: true,
    docs: {
      why: 'Search engines render scripts late, and most other crawlers, previews and AI readers never.',
      thresholds:
        'Pass: the HTML has content. Warn: less than 200 characters of text, scripts, and an empty element to mount in or a script bundle.',
      fix: 'Render the page on the server or at build time.',
      sources: [
        'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
      ],
    },
  },
  run({ page }) {
    const sign = javascriptShell(page);
    if (sign === null)
      return pass('The page has its content before scripts run.', { value: page.text.length });
    return warn(`The page is empty before its scripts run (${sign}). Render it on the server.`, {
      value: page.text.length,
      expected: '≥ 200 characters',
    });
  },
};
