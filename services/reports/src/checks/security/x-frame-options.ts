import { fail, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { deliveredPolicy } from '../../page/content-security-policy.ts';
import { headerValue } from '../../page/headers/response-headers.ts';

export const xFrameOptions: Check = {
  meta: {
    id: 'x-frame-options',
    category: 'security',
    title: 'Other sites can’t frame the page',
    failureTitle: 'Other sites can frame the page',
    importance: 'medium',
    basis: 'response',
    docs: {
      why: 'A site that shows the page in an invisible frame can trick visitors into clicking it (clickjacking).',
      thresholds:
        'MDN Observatory’s verdict. Pass: frame-ancestors in the policy, DENY or SAMEORIGIN. Warn: ALLOW-FROM, which browsers now ignore. Fail: missing or invalid.',
      fix: "Add frame-ancestors 'none' (or 'self') to the Content-Security-Policy.",
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://www.w3.org/TR/CSP3/#directive-frame-ancestors',
      ],
    },
  },
  run({ page, artifacts }) {
    const header = headerValue(artifacts.response.headers, 'x-frame-options');
    const value = header?.trim().toLowerCase() ?? null;
    if (deliveredPolicy(page, artifacts).policy?.has('frame-ancestors') === true)
      return pass('The policy controls who may frame the page.', {
        value: 'x-frame-options-implemented-via-csp',
      });
    if (value === null || value === '')
      return fail('Any site may frame the page. Add frame-ancestors to the Content-Security-Policy.', {
        value: 'x-frame-options-not-implemented',
      });
    if (value === 'deny' || value === 'sameorigin')
      return pass('Other sites can’t frame the page.', { value: 'x-frame-options-sameorigin-or-deny' });
    const items = [`X-Frame-Options: ${value}`];
    if (value.startsWith('allow-from'))
      return warn('Browsers now ignore ALLOW-FROM. Use frame-ancestors in the Content-Security-Policy.', {
        value: 'x-frame-options-allow-from-origin',
        items,
      });
    return fail(
      'The X-Frame-Options header is invalid. Use DENY, or frame-ancestors in the Content-Security-Policy.',
      { value: 'x-frame-options-header-invalid', items },
    );
  },
};
