import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check, CheckOutcome } from '../check.ts';
import type { PageArtifacts } from '../../page/page-artifacts.ts';

export const httpsRedirect: Check = {
  meta: {
    id: 'https-redirect',
    category: 'security',
    title: 'Plain HTTP redirects to HTTPS',
    failureTitle: 'Plain HTTP doesn’t redirect to HTTPS',
    importance: 'high',
    basis: 'site',
    docs: {
      why: 'People type addresses without https. The first response decides whether they get there safely.',
      thresholds:
        'MDN Observatory’s verdict. Pass: http redirects to https on the same host first, or doesn’t respond. Warn: it redirects to another host first, or to http again. Fail: no redirect, or not to https. Not applicable to addresses without such a pair. The address asked for and the one it leads to are both tried.',
      fix: 'Redirect http://host/path to https://host/path with 301 or 308, and only then elsewhere.',
      sources: ['https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring'],
    },
  },
  run({ artifacts: { httpToHttps, requestedToHttps }, page }) {
    if (httpToHttps === null && page.url.protocol === 'https:' && !requestedToHttps)
      return notApplicable('The page’s address has no plain HTTP counterpart.');
    if (httpToHttps === null && page.url.protocol !== 'https:')
      return fail('The page stays on plain HTTP. Redirect it to https.', { value: 'redirection-missing' });
    const verdicts = [requestedToHttps, httpToHttps].flatMap((probe) => (probe ? [judge(probe)] : []));
    // The address that people type comes first; the worst counts.
    const [first, second] = verdicts;
    const isWorse = (second?.score ?? 1) < (first?.score ?? 1);
    return (isWorse ? second : first) ?? notApplicable('The page’s address has no plain HTTP counterpart.');
  },
};

const judge = (probe: NonNullable<PageArtifacts['httpToHttps']>): CheckOutcome => {
  if (!probe.ok)
    return pass('The site doesn’t respond over plain HTTP.', { value: 'redirection-not-needed-no-http' });
  const route = [...probe.redirects.map(({ url }) => url), probe.finalUrl].flatMap(
    (url) => URL.parse(url) ?? [],
  );
  const [first, second] = route;
  const last = route.at(-1);
  const items = route.map(({ href }) => href);
  if (first === undefined || second === undefined)
    return fail('The site responds over plain HTTP without redirecting. Redirect to https.', {
      value: 'redirection-missing',
      items,
    });
  if (last?.protocol !== 'https:')
    return fail('Plain HTTP redirects to another page over plain HTTP. Redirect to https.', {
      value: 'redirection-not-to-https',
      items,
    });
  if (second.protocol === 'http:')
    return warn('Plain HTTP redirects to plain HTTP first. Redirect straight to https.', {
      value: 'redirection-not-to-https-on-initial-redirection',
      items,
    });
  if (first.hostname !== second.hostname)
    return warn(
      'Plain HTTP redirects to another host first. Redirect to https on the same host, so that HSTS covers it.',
      { value: 'redirection-off-host-from-http', score: 0.75, items },
    );
  return pass('Plain HTTP redirects to HTTPS.', { value: 'redirection-to-https' });
};
