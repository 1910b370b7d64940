import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const certificateTrust: Check = {
  meta: {
    id: 'certificate-trust',
    category: 'security',
    title: 'Browsers trust the certificate',
    failureTitle: 'Browsers don’t trust the certificate',
    importance: 'critical',
    basis: 'response',
    rare: true,
    critical: true,
    docs: {
      why: 'With an untrusted certificate, visitors see a warning, and anyone in between can read along.',
      thresholds:
        'Pass: the chain leads to a trusted authority and the name matches. Fail: it doesn’t. Not applicable without HTTPS.',
      fix: 'Use a certificate from a public authority for this name, and send the intermediate certificates too.',
      sources: ['https://www.rfc-editor.org/rfc/rfc5280', 'https://www.rfc-editor.org/rfc/rfc9525'],
    },
  },
  run({ artifacts: { tls } }) {
    if (tls === null) return notApplicable('The page is not served over HTTPS.');
    if (tls.authorized) return pass(`The certificate is trusted (${tls.issuer}).`, { value: true });
    return fail(
      `The certificate is not trusted: ${tls.authorizationError ?? 'unknown reason'}. Replace it or complete its chain.`,
      { value: tls.authorizationError, items: [`Issued to ${tls.subject} by ${tls.issuer}`] },
    );
  },
};
