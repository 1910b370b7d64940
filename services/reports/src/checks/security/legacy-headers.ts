import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const legacyHeaders: Check = {
  meta: {
    id: 'legacy-headers',
    category: 'security',
    title: 'No obsolete security headers are sent',
    failureTitle: 'Obsolete security headers are sent',
    importance: 'low',
    basis: 'response',
    rare: true,
    docs: {
      why: 'X-XSS-Protection introduced vulnerabilities, and key pinning could lock a site out for good. Browsers dropped both.',
      thresholds:
        'Pass: none. Warn: X-XSS-Protection (other than 0), Public-Key-Pins, Expect-CT, Feature-Policy, X-Webkit-CSP or X-Content-Security-Policy.',
      fix: 'Stop sending them; Content-Security-Policy and Permissions-Policy replaced them.',
      sources: ['https://owasp.org/www-project-secure-headers/'],
    },
  },
  run({ artifacts }) {
    const legacy = new Set([
      'public-key-pins',
      'expect-ct',
      'feature-policy',
      'x-webkit-csp',
      'x-content-security-policy',
    ]);
    const found = artifacts.response.headers.filter(
      ([name, value]) => legacy.has(name) || (name === 'x-xss-protection' && value.trim() !== '0'),
    );
    if (found.length === 0) return pass('No obsolete security headers are sent.');
    return warn('Obsolete security headers are sent. Stop sending them.', {
      value: found.length,
      items: found.map(([name, value]) => `${name}: ${value}`),
    });
  },
};
