import { type Check, fail, pass } from '../check.ts';
import { headerValue } from '../response-headers.ts';

export const xContentTypeOptions: Check = {
  meta: {
    id: 'x-content-type-options',
    category: 'security',
    title: 'Browsers are told not to guess media types',
    importance: 'medium',
    weight: 3,
    basis: 'response',
    docs: {
      why: 'A browser that guesses may run an uploaded file as a script.',
      thresholds: 'Pass: nosniff. Fail: missing or another value.',
      fix: 'Send X-Content-Type-Options: nosniff on every answer.',
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://fetch.spec.whatwg.org/#x-content-type-options-header',
      ],
    },
  },
  run({ artifacts }) {
    const value = headerValue(artifacts.response.headers, 'x-content-type-options');
    const extras = { value, expected: 'nosniff' };
    if (value?.trim().toLowerCase() === 'nosniff') return pass('Media types are not guessed.', extras);
    const message =
      value === null
        ? 'The X-Content-Type-Options header is missing.'
        : 'The X-Content-Type-Options header is invalid.';
    return fail(`${message} Send nosniff.`, extras);
  },
};
