import { type Check, fail, pass, warn } from '../check.ts';

export const httpStatus: Check = {
  meta: {
    id: 'http-status',
    category: 'seo',
    title: 'The page answers with success',
    importance: 'critical',
    weight: 8,
    basis: 'response',
    rare: true,
    docs: {
      why: 'Search engines drop pages that answer with an error.',
      thresholds: 'Pass: 200. Warn: another status below 400. Fail: 400–599.',
      fix: 'Make the server answer 200 for this URL, or redirect it to the page that took its place.',
      sources: ['https://developer.chrome.com/docs/lighthouse/seo/http-status-code'],
    },
  },
  run({ artifacts }) {
    const { status } = artifacts.response;
    const extras = { value: status, expected: '200' };
    if (status === 200) return pass('The page answers 200.', extras);
    if (status < 400) return warn(`The page answers ${status}. A page to be found answers 200.`, extras);
    return fail(`The page answers ${status}, so search engines drop it. Make it answer 200.`, extras);
  },
};
