import { cspVerdict, deliveredPolicy } from '../../page/content-security-policy.ts';
import type { CspVerdict } from '../../page/content-security-policy.ts';
import { headerValues } from '../../page/headers/response-headers.ts';
import { attribute } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';
import type { PageArtifacts } from '../../page/page-artifacts.ts';
import type { Check } from '../check.ts';
import { fail, pass, warn } from '../outcomes.ts';

type Judgement = [status: 'pass' | 'warn' | 'fail', message: string];

const JUDGEMENTS: Record<CspVerdict, Judgement> = {
  'csp-implemented-with-no-unsafe-default-src-none': [
    'pass',
    'The policy forbids everything it doesn’t list.',
  ],
  'csp-implemented-with-no-unsafe': ['pass', 'The policy allows no unsafe sources.'],
  'csp-implemented-with-unsafe-inline-in-style-src-only': [
    'pass',
    'The policy allows unsafe sources for styles only.',
  ],
  'csp-implemented-but-duplicate-directives': [
    'pass',
    'The policy is sound, but has a directive twice, of which browsers take the first.',
  ],
  'csp-implemented-with-insecure-scheme-in-passive-content-only': [
    'warn',
    'The policy allows images or media over plain HTTP. Remove http:.',
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
    'The policy allows scripts or styles over plain HTTP. Remove http:.',
  ],
  'csp-header-invalid': ['fail', 'The policy is too short to be one. Correct it.'],
  'csp-not-implemented': [
    'fail',
    "There is no Content-Security-Policy. Start with default-src 'self'; object-src 'none'; base-uri 'none'.",
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
    title: 'A Content-Security-Policy stops injected scripts',
    failureTitle: 'No Content-Security-Policy stops injected scripts',
    importance: 'high',
    basis: 'response',
    docs: {
      why: 'If an attacker gets markup into the page, the policy decides whether it runs.',
      thresholds:
        'MDN Observatory’s verdict, header and meta together, but for strict-dynamic without a nonce or hash, by which browsers run no script, and a directive that is there twice, of which they take the first: it calls both invalid. Pass: no unsafe sources for scripts. Warn: eval, images over http, or scripts above a policy in meta. Fail: none, invalid, report-only, inline or broad sources, or http.',
      fix: "Allow scripts by nonce or hash, set object-src and base-uri to 'none', and test the policy in report-only mode first.",
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
      items: [
        ...headerValues(artifacts.response.headers, 'content-security-policy'),
        ...page
          .all('meta')
          .filter((meta) => /^\s*content-security-policy\s*$/i.test(attribute(meta, 'http-equiv') ?? '')),
      ],
    };
    const unbound = status === 'pass' ? scriptsBefore(page, artifacts) : [];
    if (unbound.length > 0)
      return warn(
        'The policy in <meta> doesn’t bind the scripts before it. Move it above them, or send it as a header.',
        {
          value: verdict,
          items: unbound,
        },
      );
    if (status === 'pass') return pass(message, extras);
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};

/** Scripts above the first policy of a page whose policies are all in `<meta>`: it holds from there on. */
const scriptsBefore = (page: Page, artifacts: PageArtifacts): readonly PageElement[] => {
  if (deliveredPolicy(page, artifacts).fromHeader.size > 0) return [];
  const policy = page
    .all('meta')
    .find(
      (meta) => meta.inHead && /^\s*content-security-policy\s*$/i.test(attribute(meta, 'http-equiv') ?? ''),
    );
  if (policy === undefined) return [];
  return page
    .all('script')
    .filter(
      (script) => script.order < policy.order && !/json|template/i.test(attribute(script, 'type') ?? ''),
    );
};
