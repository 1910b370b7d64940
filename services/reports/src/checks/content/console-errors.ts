import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';

const FAVICON = /^Failed to load resource.*\/favicon\.ico\)$/;

export const consoleErrors: Check = {
  meta: {
    id: 'console-errors',
    category: 'content',
    title: 'Scripts run without errors',
    failureTitle: 'Scripts run into errors',
    importance: 'medium',
    basis: 'document',
    needsBrowser: true,
    docs: {
      why: 'An error often means that a part of the page does not work.',
      thresholds: 'Pass: no error in the browser’s console. Warn: some. Not applicable without a browser.',
      fix: 'Fix the errors listed, from the first one on.',
      sources: ['https://developer.chrome.com/docs/lighthouse/best-practices/errors-in-console'],
    },
  },
  run({ artifacts: { browser } }) {
    if (browser === undefined) return notApplicable('No browser rendered the page.');
    // Browsers ask for it by themselves; the check of the icon says that it is missing.
    const items = browser.consoleErrors.filter((text) => !FAVICON.test(text));
    if (items.length === 0) return pass('No errors in the console.', { value: 0 });
    return warn(`${count(items.length, 'error')} in the console. Fix them, from the first one on.`, {
      value: items.length,
      expected: '0',
      items,
    });
  },
};
