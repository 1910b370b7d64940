import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const tlsVersion: Check = {
  meta: {
    id: 'tls-version',
    category: 'security',
    title: 'The connection uses TLS 1.3',
    failureTitle: 'The connection uses an older version than TLS 1.3',
    importance: 'medium',
    basis: 'response',
    docs: {
      why: 'TLS 1.3 drops the broken parts of earlier versions and connects one round trip sooner.',
      thresholds:
        'The version negotiated with a modern client. Pass: TLS 1.3. Warn: TLS 1.2. Fail: older. Not applicable without HTTPS.',
      fix: 'Enable TLS 1.3, keep 1.2 for old clients and turn 1.0 and 1.1 off.',
      sources: ['https://www.rfc-editor.org/rfc/rfc8446', 'https://www.rfc-editor.org/rfc/rfc8996'],
    },
  },
  run({ artifacts: { tls } }) {
    if (tls === null) return notApplicable('The page is not served over HTTPS.');
    const extras = { value: tls.protocol, expected: 'TLSv1.3' };
    if (tls.protocol === 'TLSv1.3') return pass('The connection uses TLS 1.3.', extras);
    if (tls.protocol === 'TLSv1.2') return warn('The connection uses TLS 1.2. Enable TLS 1.3.', extras);
    return fail(`The connection uses ${tls.protocol}, which is obsolete. Enable TLS 1.3.`, extras);
  },
};
