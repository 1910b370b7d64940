import { type Check, fail, pass, warn } from '../check.ts';
import { atLeast } from '../thresholds.ts';
import { wordCount } from '../words.ts';

export const contentLength: Check = {
  meta: {
    id: 'content-length',
    category: 'content',
    title: 'The page has enough text',
    importance: 'medium',
    weight: 4,
    basis: 'content',
    docs: {
      why: 'A page with a few sentences rarely answers a question, and search engines list it below those that do.',
      thresholds:
        'Pass: 300 words or more. Warn: 150 or more. Fail: less. Scripts without spaces count two characters as a word.',
      fix: 'Say what a visitor came to learn; or join thin pages into one.',
      sources: ['https://developers.google.com/search/docs/fundamentals/creating-helpful-content'],
    },
  },
  run({ page }) {
    const value = wordCount(page);
    const extras = { value, expected: '≥ 300' };
    const status = atLeast(value, 300, 150);
    if (status === 'pass') return pass(`The page has ${value} words.`, extras);
    const message = `The page has ${value} words. Write 300 or more, if it is meant to be found.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
