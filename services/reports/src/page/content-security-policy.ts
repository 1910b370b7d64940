import type { PageArtifacts } from './page-artifacts.ts';
import { httpEquiv } from './html/head-tags.ts';
import type { Page } from './html/page.ts';
import { headerValues } from './headers/response-headers.ts';
import { combine, parsePolicy, repeatsReporting } from './combine-policies.ts';
import type { Policy } from './combine-policies.ts';

export interface DeliveredPolicy {
  /** Header and meta policies combined; null when one of them is invalid. */
  policy: Policy | null;
  /** What the header alone says; empty when it is missing or invalid. */
  fromHeader: Policy;
  /** Directives that count when set by a meta element. */
  fromMeta: Policy;
  reportOnly: boolean;
  /** A policy repeats a reporting directive. */
  repeatsReporting: boolean;
}
/**
 * The sources of a directive in each policy of the header that has it. Browsers take the first of
 * several in one policy, and a page has to pass all policies.
 */
export const headerDirectives = (artifacts: PageArtifacts, name: string): (readonly string[])[] =>
  headerValues(artifacts.response.headers, 'content-security-policy')
    .flatMap((value) => value.split(',').map(parsePolicy))
    .flatMap(({ directives }) => {
      const found = directives.find(([directive]) => directive === name);
      return found === undefined ? [] : [found[1]];
    });

const NOT_IN_META = ['frame-ancestors', 'report-uri', 'sandbox'];

const known = new WeakMap<PageArtifacts, DeliveredPolicy>();

/**
 * The policies of a page: every header line and every meta element, each possibly several joined by
 * commas.
 */
export const deliveredPolicy = (page: Page, artifacts: PageArtifacts): DeliveredPolicy => {
  const delivered = known.get(artifacts) ?? readPolicies(page, artifacts);
  known.set(artifacts, delivered);
  return delivered;
};

const readPolicies = (page: Page, artifacts: PageArtifacts): DeliveredPolicy => {
  const split = (values: string[]) => values.flatMap((value) => value.split(',').map(parsePolicy));
  const header = split(headerValues(artifacts.response.headers, 'content-security-policy'));
  const meta = split(httpEquiv(page, 'content-security-policy'));
  const fromMeta = combine(meta) ?? new Map<string, Set<string>>();
  for (const directive of NOT_IN_META) fromMeta.delete(directive);
  return {
    policy: combine([...header, ...meta]),
    fromHeader: combine(header) ?? new Map<string, Set<string>>(),
    fromMeta,
    reportOnly: headerValues(artifacts.response.headers, 'content-security-policy-report-only').some(Boolean),
    repeatsReporting: [...header, ...meta].some(repeatsReporting),
  };
};
