import { fail, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { headerValue } from '../../page/headers/response-headers.ts';

export const xContentTypeOptions: Check = {
  meta: {
    id: 'x-content-type-options',
    category: 'security',
    title: 'Browsers are told not to guess media types',
    failureTitle: 'Browsers may guess media types',
    importance: 'medium',
    basis: 'response',
    docs: {
      why: 'A browser that guesses may run an uploaded file as a script.',
      thresholds: 'Pass: nosniff. Fail: missing or another value.',
      fix: 'Send X-Content-Type-Options: nosniff on every response.',
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://fetch.spec.whatwg.org/#x-content-type-options-header',
      ],
    },
  },
  run({ artifacts }) {
    const header = headerValue(artifacts.response.headers, 'x-content-type-options');
    const expected = 'nosniff';
    if (header === null || header === '') {
      const value = 'x-content-type-options-not-implemented';
      return fail('The X-Content-Type-Options header is missing. Send nosniff.', { value, expected });
    }
    // Browsers read the first value of a list (Fetch, "determine nosniff").
    if (header.split(',')[0]?.trim().toLowerCase() === expected) {
      return pass('Media types are not guessed.', { value: 'x-content-type-options-nosniff', expected });
    }
    const items = [`X-Content-Type-Options: ${header}`];
    const value = 'x-content-type-options-header-invalid';
    return fail('The X-Content-Type-Options header is invalid. Send nosniff.', { value, expected, items });
  },
};
