import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';

const DAY = 24 * 60 * 60 * 1000;

export const certificateExpiry: Check = {
  meta: {
    id: 'certificate-expiry',
    category: 'security',
    title: 'The certificate does not expire soon',
    failureTitle: 'The certificate expires soon',
    importance: 'high',
    basis: 'response',
    rare: true,
    docs: {
      why: 'The day after it expires, every visitor sees a warning instead of the page.',
      thresholds:
        'From the time of the report. Pass: 14 days or more left. Warn: less. Fail: expired or not yet valid. A certificate issued for a week or less passes with a third of its lifetime left. Not applicable without HTTPS.',
      fix: 'Renew the certificate, and automate renewal (ACME).',
      sources: [
        'https://letsencrypt.org/docs/integration-guide/',
        'https://cabforum.org/working-groups/server/baseline-requirements/',
      ],
    },
  },
  run({ artifacts: { tls, gatheredAt } }) {
    if (tls === null) return notApplicable('The page is not served over HTTPS.');
    const now = Date.parse(gatheredAt);
    const from = Date.parse(tls.validFrom);
    const to = Date.parse(tls.validTo);
    const left = Math.floor((to - now) / DAY);
    const extras = { value: left, expected: '≥ 14 days' };
    if (now > to) return fail('The certificate has expired. Renew it now.', extras);
    if (now < from)
      return fail('The certificate is not yet valid. Check the server’s clock and certificate.', extras);
    const isBrief = to - from <= 7 * DAY && to - now >= (to - from) / 3;
    if (left >= 14 || isBrief)
      return pass(`The certificate is valid for another ${count(left, 'day')}.`, extras);
    return warn(`The certificate expires in ${count(left, 'day')}. Renew it.`, extras);
  },
};
