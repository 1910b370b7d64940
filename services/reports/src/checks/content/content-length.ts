import { fail, info, pass, warn, atLeast } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { javascriptShell, mayNeedScripts } from '../../page/html/javascript-shell.ts';
import { count } from '../../page/quantities.ts';
import { wordCount } from '../../page/html/page.ts';

export const contentLength: Check = {
  meta: {
    id: 'content-length',
    category: 'content',
    title: 'The page has enough text',
    failureTitle: 'The page has little text',
    importance: 'medium',
    basis: 'content',
    docs: {
      why: 'A few sentences rarely answer a question, and search engines prefer pages that do.',
      thresholds:
        'Pass: 300 words or more. Warn: 150 or more. Fail: less. In scripts without spaces, two characters count as a word.',
      fix: 'Write what visitors came to learn, or merge thin pages.',
      sources: ['https://developers.google.com/search/docs/fundamentals/creating-helpful-content'],
    },
  },
  run({ page, artifacts }) {
    const value = wordCount(page);
    const extras = { value, expected: '≥ 300' };
    const status = atLeast(value, 300, 150);
    if (status === 'pass') return pass(`The page has ${count(value, 'word')}.`, extras);
    if (artifacts.rendered !== true && (javascriptShell(page) !== null || mayNeedScripts(page)))
      return info(
        `The page has ${count(value, 'word')}. Only a rendering can tell how many its scripts add.`,
        {
          value,
        },
      );
    const message = `The page has ${count(value, 'word')}. Write at least 300 if search engines should find it.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
