import { type Check, fail, notApplicable, pass, unknown } from '../check.ts';
import { headerValue } from '../response-headers.ts';

export const crossOriginResourceSharing: Check = {
  meta: {
    id: 'cross-origin-resource-sharing',
    category: 'security',
    title: 'Other sites can’t read the page as its visitors',
    importance: 'high',
    weight: 4,
    basis: 'response',
    rare: true,
    docs: {
      why: 'A server that repeats any Origin and allows credentials lets every site read what a signed-in visitor may see.',
      thresholds:
        'Asked with an unrelated Origin. Pass: no sharing, public sharing, or sharing with named sites. Fail: the Origin is repeated and credentials are allowed.',
      fix: 'Allow the origins that need it by name, and leave Access-Control-Allow-Credentials out where it isn’t needed.',
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://fetch.spec.whatwg.org/#http-cors-protocol',
      ],
    },
  },
  run({ artifacts: { crossOrigin: probe } }) {
    if (probe === null) return notApplicable('The page was not asked for with another Origin.');
    if (!probe.ok)
      return unknown('The page could not be asked for with another Origin, so sharing was not checked.');
    const allowed = headerValue(probe.headers, 'access-control-allow-origin');
    const credentials =
      headerValue(probe.headers, 'access-control-allow-credentials')?.trim().toLowerCase() === 'true';
    if (allowed === null || allowed === '')
      return pass('The page is not shared with other sites.', {
        value: 'cross-origin-resource-sharing-not-implemented',
      });
    if (allowed.trim() === '*')
      return pass('The page is public to other sites, without credentials.', {
        value: 'cross-origin-resource-sharing-implemented-with-public-access',
      });
    if (allowed === probe.origin && credentials) {
      return fail('Any site may read the page with its visitors’ credentials. Allow origins by name.', {
        value: 'cross-origin-resource-sharing-implemented-with-universal-access',
        items: [`Access-Control-Allow-Origin: ${allowed}`, 'Access-Control-Allow-Credentials: true'],
      });
    }
    return pass('The page is shared with named sites only.', {
      value: 'cross-origin-resource-sharing-implemented-with-restricted-access',
    });
  },
};
