import { info, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { headerValues, itemToken } from '../../page/headers/response-headers.ts';

const ISOLATING = new Set(['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups']);

export const crossOriginOpenerPolicy: Check = {
  meta: {
    id: 'cross-origin-opener-policy',
    category: 'security',
    title: 'Other sites’ windows can’t control the page',
    failureTitle: 'Other sites’ windows can control the page',
    importance: 'low',
    basis: 'response',
    docs: {
      why: 'Otherwise a page that opened this one, or was opened by it, can navigate it and count its frames.',
      thresholds:
        'MDN Observatory’s verdict. Pass: same-origin, same-origin-allow-popups or noopener-allow-popups. Warn: invalid. Missing or unsafe-none is information only.',
      fix: 'Send Cross-Origin-Opener-Policy: same-origin, or same-origin-allow-popups where sign-in pop-ups are used.',
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies',
      ],
    },
  },
  run({ artifacts }) {
    const values = headerValues(artifacts.response.headers, 'cross-origin-opener-policy');
    const header = values[0]?.slice(0, 1024).trim() ?? '';
    if (values.length === 1 && header === '')
      return info('Other sites’ windows may control the page.', { value: 'coop-not-implemented' });
    if (values.length === 0)
      return info(
        'Other sites’ windows may control the page. Cross-Origin-Opener-Policy: same-origin prevents that.',
        { value: 'coop-not-implemented' },
      );
    const token = values.length === 1 ? itemToken(header) : null;
    if (token === 'unsafe-none')
      return info('Other sites’ windows may control the page, as the header says.', {
        value: 'coop-implemented-with-unsafe-none',
      });
    if (token !== null && ISOLATING.has(token))
      return pass('Other sites’ windows can’t control the page.', {
        value: `coop-implemented-with-${token}`,
      });
    return warn(
      'The Cross-Origin-Opener-Policy header is invalid, so browsers ignore it. Send same-origin, once.',
      { value: 'coop-header-invalid', items: values },
    );
  },
};
