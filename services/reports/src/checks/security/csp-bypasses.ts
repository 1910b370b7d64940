import { checkScriptAllowlistBypass } from 'csp_evaluator/dist/checks/security_checks.js';
import { Csp } from 'csp_evaluator/dist/csp.js';

import { deliveredPolicy, isBroad, scriptSources } from '../../page/content-security-policy.ts';
import { count } from '../../page/quantities.ts';
import type { Check } from '../check.ts';
import { fail, notApplicable, pass } from '../outcomes.ts';

/** A source that names a host, with or without a scheme and a path. */
const HOST = /^(?:https?:\/\/)?[\w*-]+(?:\.[\w-]+)+(?::[\d*]+)?(?:\/\S*)?$/;

/** True if csp_evaluator knows a script on this host that runs code from its address. */
const isBypass = (source: string): boolean => {
  const csp = new Csp();
  csp.directives['script-src'] = [source];
  return checkScriptAllowlistBypass(csp).some(({ description }) => !/^No bypass found/.test(description));
};

export const cspBypasses: Check = {
  meta: {
    id: 'csp-bypasses',
    category: 'security',
    title: 'The policy allows no host with a known bypass',
    failureTitle: 'The policy allows hosts with a known bypass',
    importance: 'low',
    basis: 'response',
    rare: true,
    docs: {
      why: 'Some hosts serve JSONP or old AngularJS, with which an injected script tag runs any code, although the policy allows only that host.',
      thresholds:
        'Hosts that script-src allows, by the lists of csp_evaluator 1.1.8; browsers ignore hosts beside strict-dynamic. Pass: none has a known bypass. Fail: one has. Not applicable without a policy that names hosts.',
      fix: "Allow scripts by nonce and 'strict-dynamic' instead of hosts, or name the file's whole address.",
      sources: ['https://github.com/google/csp-evaluator', 'https://research.google/pubs/pub45542/'],
    },
  },
  run({ page, artifacts }) {
    const { policy, fromHeader, fromMeta } = deliveredPolicy(page, artifacts);
    if (policy === null || fromHeader.size + fromMeta.size === 0)
      return notApplicable('There is no valid policy.');
    const sources = scriptSources(policy);
    const hosts = [...sources].filter((source) => HOST.test(source));
    // Everything is allowed anyway, which another check says.
    if (hosts.length === 0 || isBroad(sources))
      return notApplicable('The policy names no hosts for scripts.');
    const open = hosts.filter(isBypass);
    const expected = '0';
    if (open.length === 0) return pass('No host has a bypass that is known.', { value: 0, expected });
    return fail(
      `${count(open.length, 'host')} with a known bypass. Allow scripts by nonce and 'strict-dynamic' instead.`,
      { value: open.length, expected, items: open },
    );
  },
};
