import { fail, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const httpStatus: Check = {
  meta: {
    id: 'http-status',
    category: 'seo',
    title: 'The page returns success',
    failureTitle: 'The page doesn’t return success',
    importance: 'critical',
    basis: 'response',
    rare: true,
    docs: {
      why: 'Search engines drop pages that return an error.',
      thresholds: 'Pass: 200. Warn: another status below 400. Fail: 400–599.',
      fix: 'Make the server return 200 for this URL, or redirect it to the page that replaced it.',
      sources: ['https://developer.chrome.com/docs/lighthouse/seo/http-status-code'],
    },
  },
  run({ artifacts }) {
    const { status } = artifacts.response;
    const extras = { value: status, expected: '200' };
    if (status === 200) return pass('The page returns 200.', extras);
    if (status < 400)
      return warn(`The page returns ${status}. A page that should be found returns 200.`, extras);
    return fail(`The page returns ${status}, so search engines drop it. Make it return 200.`, extras);
  },
};
