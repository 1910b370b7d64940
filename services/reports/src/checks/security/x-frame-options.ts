import { fail, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { headerDirectives, isBroad } from '../../page/content-security-policy.ts';
import { headerValues } from '../../page/headers/response-headers.ts';

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
        'What browsers do. Pass: frame-ancestors in a policy of the header that names sites, DENY or SAMEORIGIN. Fail: missing, invalid, open to every site, in a meta element, or ALLOW-FROM, for which MDN Observatory is milder.',
      fix: "Add frame-ancestors 'none' (or 'self') to the Content-Security-Policy.",
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://www.w3.org/TR/CSP3/#directive-frame-ancestors',
      ],
    },
  },
  run({ artifacts }) {
    const policies = headerDirectives(artifacts, 'frame-ancestors');
    // With it, browsers ignore X-Frame-Options.
    if (policies.length > 0) {
      if (policies.some((sources) => !isBroad(sources)))
        return pass('The policy controls who may frame the page.', {
          value: 'x-frame-options-implemented-via-csp',
        });
      return fail("The policy's frame-ancestors lets any site frame the page. Use 'none' or 'self'.", {
        value: 'x-frame-options-not-implemented',
        items: policies.map((sources) => `frame-ancestors ${sources.join(' ')}`),
      });
    }
    const header = headerValues(artifacts.response.headers, 'x-frame-options').join(', ');
    const values = new Set(
      header
        .toLowerCase()
        .split(',')
        .map((value) => value.trim())
        .filter(Boolean),
    );
    if (values.size === 0)
      return fail('Any site may frame the page. Add frame-ancestors to the Content-Security-Policy.', {
        value: 'x-frame-options-not-implemented',
      });
    // Values that contradict each other close the page (HTML, §7.6).
    const isContradiction = values.size > 1 && values.has('allowall');
    if (values.has('deny') || values.has('sameorigin') || isContradiction)
      return pass('Other sites can’t frame the page.', { value: 'x-frame-options-sameorigin-or-deny' });
    const items = [`X-Frame-Options: ${header}`];
    if (values.values().some((value) => value.startsWith('allow-from')))
      return fail('Browsers ignore ALLOW-FROM. Use frame-ancestors in the Content-Security-Policy.', {
        value: 'x-frame-options-allow-from-origin',
        items,
      });
    return fail(
      'The X-Frame-Options header is invalid. Use DENY, or frame-ancestors in the Content-Security-Policy.',
      { value: 'x-frame-options-header-invalid', items },
    );
  },
};
