import { fail, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

const SIGNATURES = [
  'server',
  'x-powered-by',
  'x-aspnet-version',
  'x-aspnetmvc-version',
  'x-generator',
  'x-drupal-cache',
  'x-runtime',
  'x-version',
];

export const serverSignature: Check = {
  meta: {
    id: 'server-signature',
    category: 'security',
    title: 'The server doesn’t reveal its software',
    failureTitle: 'The server reveals its software',
    importance: 'low',
    basis: 'response',
    docs: {
      why: 'A version number tells scanners which vulnerabilities to try.',
      thresholds: 'Server, X-Powered-By and the like. Pass: none. Warn: a product. Fail: a version.',
      fix: 'Turn the headers off: server_tokens off (nginx), ServerTokens Prod (Apache), expose_php = Off (PHP).',
      sources: ['https://webhint.io/docs/user-guide/hints/hint-no-disallowed-headers/'],
    },
  },
  run({ artifacts }) {
    const found = artifacts.response.headers.filter(
      ([name, value]) => SIGNATURES.includes(name) && value.trim() !== '',
    );
    const items = found.map(([name, value]) => `${name}: ${value}`);
    if (found.length === 0) return pass('The server doesn’t reveal its software.');
    const value = items.join('; ');
    if (found.some(([, text]) => /\d\.\d/.test(text)))
      return fail('The server reveals its software’s version. Turn the header off.', { value, items });
    return warn('The server reveals its software. Turn the header off.', {
      value,
      score: 0.75,
      items,
    });
  },
};
