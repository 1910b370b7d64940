import { type Check, fail, pass, warn } from '../check.ts';
import { deliveredPolicy } from '../content-security-policy.ts';
import { cspVerdict, type CspVerdict } from '../csp-verdict.ts';
import { headerValues } from '../response-headers.ts';

type Judgement = [status: 'pass' | 'warn' | 'fail', message: string];

const JUDGEMENTS: Record<CspVerdict, Judgement> = {
  'csp-implemented-with-no-unsafe-default-src-none': [
    'pass',
    'The policy forbids everything that it doesn’t name.',
  ],
  'csp-implemented-with-no-unsafe': ['pass', 'The policy allows no unsafe sources.'],
  'csp-implemented-with-unsafe-inline-in-style-src-only': [
    'pass',
    'The policy allows unsafe sources for styles only.',
  ],
  'csp-implemented-but-duplicate-directives': [
    'pass',
    'The policy is sound, but names a reporting directive twice.',
  ],
  'csp-implemented-with-insecure-scheme-in-passive-content-only': [
    'warn',
    'The policy lets images or media come over plain HTTP. Take http: out.',
  ],
  'csp-implemented-with-unsafe-eval': [
    'warn',
    "The policy allows eval. Remove it from the code, then 'unsafe-eval' from the policy.",
  ],
  'csp-implemented-with-unsafe-inline': [
    'fail',
    "The policy lets injected scripts run: 'unsafe-inline', data:, a whole scheme, or no limit for scripts or objects. Use nonces or hashes and set object-src 'none'.",
  ],
  'csp-implemented-with-insecure-scheme': [
    'fail',
    'The policy lets scripts or styles come over plain HTTP. Take http: out.',
  ],
  'csp-header-invalid': [
    'fail',
    "The policy is invalid: too short, a directive twice, or 'strict-dynamic' without a nonce or hash. Correct it.",
  ],
  'csp-not-implemented': [
    'fail',
    "There is no content security policy. Begin with default-src 'self'; object-src 'none'; base-uri 'none'.",
  ],
  'csp-not-implemented-but-reporting-enabled': [
    'fail',
    'The policy only reports. Enforce it with the Content-Security-Policy header.',
  ],
};

export const contentSecurityPolicy: Check = {
  meta: {
    id: 'content-security-policy',
    category: 'security',
    title: 'A content security policy stops injected scripts',
    importance: 'high',
    weight: 6,
    basis: 'response',
    docs: {
      why: 'When an attacker gets markup into the page, the policy decides whether it may run.',
      thresholds:
        'MDN Observatory’s verdict, header and meta together. Pass: no unsafe sources for scripts. Warn: eval, or images over http. Fail: none, invalid, report-only, inline or broad sources, or http.',
      fix: "Allow scripts by nonce or hash, set object-src and base-uri to 'none', and try the policy in report-only mode first.",
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://www.w3.org/TR/CSP3/',
      ],
    },
  },
  run({ page, artifacts }) {
    const verdict = cspVerdict(deliveredPolicy(page, artifacts), page.url.protocol === 'https:');
    const [status, message] = JUDGEMENTS[verdict];
    const extras = {
      value: verdict,
      items: headerValues(artifacts.response.headers, 'content-security-policy'),
    };
    if (status === 'pass') return pass(message, extras);
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
