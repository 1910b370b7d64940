import { type Check, fail, notApplicable, pass, warn } from '../check.ts';

export const httpsRedirect: Check = {
  meta: {
    id: 'https-redirect',
    category: 'security',
    title: 'Plain HTTP leads to HTTPS',
    importance: 'high',
    weight: 5,
    basis: 'site',
    docs: {
      why: 'People type addresses without https. The first answer decides whether they get there safely.',
      thresholds:
        'MDN Observatory’s verdict. Pass: http redirects to https on the same host first, or doesn’t answer. Warn: it leads to another host first, or over http again. Fail: no redirect, or not to https. Not applicable to addresses without such a pair.',
      fix: 'Redirect http://host/path to https://host/path with 301 or 308, and only then elsewhere.',
      sources: ['https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring'],
    },
  },
  run({ artifacts: { httpToHttps: probe }, page }) {
    if (probe === null && page.url.protocol === 'https:')
      return notApplicable('The page’s address has no counterpart over HTTP.');
    if (probe === null)
      return fail('The page stays on plain HTTP. Redirect it to https.', { value: 'redirection-missing' });
    if (!probe.ok)
      return pass('The site doesn’t answer over plain HTTP.', { value: 'redirection-not-needed-no-http' });
    const route = [...probe.redirects.map(({ url }) => url), probe.finalUrl].flatMap(
      (url) => URL.parse(url) ?? [],
    );
    const [first, second] = route;
    const last = route.at(-1);
    const items = route.map(({ href }) => href);
    if (first === undefined || second === undefined)
      return fail('The site answers over plain HTTP and doesn’t redirect. Redirect to https.', {
        value: 'redirection-missing',
        items,
      });
    if (last?.protocol !== 'https:')
      return fail('Plain HTTP leads to another page over plain HTTP. Redirect to https.', {
        value: 'redirection-not-to-https',
        items,
      });
    if (second.protocol === 'http:')
      return warn('Plain HTTP leads to plain HTTP first. Redirect straight to https.', {
        value: 'redirection-not-to-https-on-initial-redirection',
        items,
      });
    if (first.hostname !== second.hostname)
      return warn(
        'Plain HTTP leads to another host first. Redirect to https on the same host, so that HSTS covers it.',
        { value: 'redirection-off-host-from-http', score: 0.75, items },
      );
    return pass('Plain HTTP leads to HTTPS.', { value: 'redirection-to-https' });
  },
};
