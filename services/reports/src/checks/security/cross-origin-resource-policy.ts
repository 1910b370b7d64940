import { info, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { httpEquiv } from '../../page/html/head-tags.ts';
import { headerValues } from '../../page/headers/response-headers.ts';

export const crossOriginResourcePolicy: Check = {
  meta: {
    id: 'cross-origin-resource-policy',
    category: 'security',
    title: 'Other sites can’t load the page as a resource',
    failureTitle: 'Other sites can load the page as a resource',
    importance: 'low',
    basis: 'response',
    docs: {
      why: 'A file loaded into another site’s process can be read by Spectre-like attacks.',
      thresholds:
        'MDN Observatory’s verdict. Pass: same-origin or same-site. Warn: invalid. Missing or cross-origin is information only.',
      fix: 'Send Cross-Origin-Resource-Policy: same-origin on pages, cross-origin on files meant for others.',
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header',
      ],
    },
  },
  run({ page, artifacts }) {
    const header = headerValues(artifacts.response.headers, 'cross-origin-resource-policy').join(', ');
    const value = (header === '' ? (httpEquiv(page, 'cross-origin-resource-policy').at(-1) ?? '') : header)
      .slice(0, 256)
      .trim()
      .toLowerCase();
    if (value === '')
      return info('Other sites may load the page as a resource.', { value: 'corp-not-implemented' });
    if (value === 'cross-origin')
      return info('Other sites may load the page as a resource, as the header says.', {
        value: 'corp-implemented-with-cross-origin',
      });
    if (value === 'same-origin' || value === 'same-site')
      return pass('Other sites can’t load the page as a resource.', {
        value: `corp-implemented-with-${value}`,
      });
    return warn(
      'The Cross-Origin-Resource-Policy header is invalid, so browsers ignore it. Send same-origin.',
      { value: 'corp-header-invalid', items: [value] },
    );
  },
};
