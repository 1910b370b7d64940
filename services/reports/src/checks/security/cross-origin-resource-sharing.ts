import { fail, notApplicable, pass, unknown } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { headerValue } from '../../page/headers/response-headers.ts';

export const crossOriginResourceSharing: Check = {
  meta: {
    id: 'cross-origin-resource-sharing',
    category: 'security',
    title: 'Other sites can’t read the page with a visitor’s credentials',
    failureTitle: 'Other sites can read the page',
    importance: 'high',
    basis: 'response',
    rare: true,
    docs: {
      why: 'A server that echoes any Origin and allows credentials lets every site read what a signed-in visitor sees.',
      thresholds:
        'Requested with an unrelated Origin. Pass: no sharing, public sharing, or sharing with listed sites. Fail: the Origin is echoed and credentials are allowed.',
      fix: 'List the origins that need access, and omit Access-Control-Allow-Credentials where it isn’t needed.',
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://fetch.spec.whatwg.org/#http-cors-protocol',
      ],
    },
  },
  run({ artifacts: { crossOrigin: probe } }) {
    if (probe === null) return notApplicable('The page was not requested with another Origin.');
    if (!probe.ok)
      return unknown('The page could not be requested with another Origin, so sharing was not checked.');
    const allowed = headerValue(probe.headers, 'access-control-allow-origin');
    // Compared byte by byte: browsers take `True` for no.
    const credentials = headerValue(probe.headers, 'access-control-allow-credentials')?.trim() === 'true';
    if (allowed === null || allowed === '')
      return pass('The page is not shared with other sites.', {
        value: 'cross-origin-resource-sharing-not-implemented',
      });
    if (allowed.trim() === '*')
      return pass('The page is public to other sites, without credentials.', {
        value: 'cross-origin-resource-sharing-implemented-with-public-access',
      });
    // Any site can send `Origin: null`, from a sandboxed frame.
    if ((allowed === probe.origin || allowed.trim() === 'null') && credentials) {
      return fail('Any site may read the page with its visitors’ credentials. List the allowed origins.', {
        value: 'cross-origin-resource-sharing-implemented-with-universal-access',
        items: [`Access-Control-Allow-Origin: ${allowed}`, 'Access-Control-Allow-Credentials: true'],
      });
    }
    return pass('The page is shared with listed sites only.', {
      value: 'cross-origin-resource-sharing-implemented-with-restricted-access',
    });
  },
};
