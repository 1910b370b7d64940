import { type Check, pass, warn } from '../check.ts';

export const legacyHeaders: Check = {
  meta: {
    id: 'legacy-headers',
    category: 'security',
    title: 'No withdrawn security headers are sent',
    importance: 'low',
    weight: 1,
    basis: 'response',
    rare: true,
    docs: {
      why: 'X-XSS-Protection opened holes of its own, and key pinning could lock a site out for good. Browsers dropped them.',
      thresholds:
        'Pass: none of them. Warn: X-XSS-Protection (other than 0), Public-Key-Pins, Expect-CT, Feature-Policy, X-Webkit-CSP or X-Content-Security-Policy.',
      fix: 'Stop sending them; Content-Security-Policy and Permissions-Policy took their place.',
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
    if (found.length === 0) return pass('No withdrawn security headers are sent.');
    return warn('Withdrawn security headers are sent. Stop sending them.', {
      value: found.length,
      items: found.map(([name, value]) => `${name}: ${value}`),
    });
  },
};
