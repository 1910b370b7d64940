import { type Check, notApplicable, pass, warn } from '../check.ts';
import { deliveredPolicy } from '../content-security-policy.ts';
import { isBroad } from '../csp-verdict.ts';

const EVERYTHING: ReadonlySet<string> = new Set(['*']);

export const cspHardening: Check = {
  meta: {
    id: 'csp-hardening',
    category: 'security',
    title: 'The policy closes the ways around it',
    importance: 'low',
    weight: 1,
    basis: 'response',
    docs: {
      why: 'default-src covers neither <base>, which moves every relative script, nor where forms send what people type.',
      thresholds:
        'Pass: base-uri and form-action are limited. Warn: one is not. Not applicable without a valid policy.',
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
    if (open.length === 0) return pass('The policy limits base-uri and form-action.');
    return warn(`The policy leaves ${open.join(' and ')} open. Limit ${open.length === 1 ? 'it' : 'them'}.`, {
      value: open.join(', '),
      items: open,
    });
  },
};
