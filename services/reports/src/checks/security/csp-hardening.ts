import { deliveredPolicy, isBroad } from '../../page/content-security-policy.ts';
import type { Check } from '../check.ts';
import { notApplicable, pass, warn } from '../outcomes.ts';

const EVERYTHING: ReadonlySet<string> = new Set(['*']);

export const cspHardening: Check = {
  meta: {
    id: 'csp-hardening',
    category: 'security',
    title: 'The policy can’t be bypassed',
    failureTitle: 'The policy can be bypassed',
    importance: 'low',
    basis: 'response',
    docs: {
      why: 'default-src covers neither <base>, which redirects every relative script, nor form targets.',
      thresholds:
        'Pass: base-uri and form-action are restricted. Warn: one isn’t. Not applicable without a valid policy.',
      fix: "Add base-uri 'none' and form-action 'self' to the policy.",
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://web.dev/articles/strict-csp',
      ],
    },
  },
  run({ page, artifacts }) {
    const { policy, fromHeader, fromMeta } = deliveredPolicy(page, artifacts);
    if (policy === null || fromHeader.size + fromMeta.size === 0)
      return notApplicable('There is no valid policy to harden.');
    const open = ['base-uri', 'form-action'].filter((directive) =>
      isBroad(policy.get(directive) ?? EVERYTHING),
    );
    if (open.length === 0) return pass('The policy restricts base-uri and form-action.');
    return warn(
      `The policy leaves ${open.join(' and ')} open. Restrict ${open.length === 1 ? 'it' : 'them'}.`,
      {
        value: open.join(', '),
        items: open,
      },
    );
  },
};
