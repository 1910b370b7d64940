import { getDomain } from 'tldts';

import { headerValues } from './headers/response-headers.ts';
import { httpEquiv } from './html/head-tags.ts';
import type { Page } from './html/page.ts';
import type { PageArtifacts } from './page-artifacts.ts';

/** Directives with their sources, lower case. */
export type Policy = Map<string, Set<string>>;

const SHORTEST = 'img-src'.length - 1;

const { compare } = new Intl.Collator('en');

/** A policy with its directives as written, in lower case. */
interface ParsedPolicy {
  /** Characters of its text. */
  readonly length: number;
  /** A directive is there twice; browsers go by the first. */
  readonly repeats: boolean;
  readonly directives: readonly (readonly [name: string, values: readonly string[]])[];
}

interface Source {
  text: string;
  policy: number;
  keep: boolean;
}

/**
 * Combines policies into what all allow. A source must be in all of them; of two sources in one
 * policy where one begins with the other, the shorter covers both. Null when all are too short to be
 * one. The rules are MDN Observatory's, so that both come to the same verdict.
 */
const combine = (given: readonly ParsedPolicy[]): Policy | null => {
  const policies = given.filter(({ length }) => length >= SHORTEST);
  if (policies.length === 0 && given.length > 0) return null;
  const combined = new Map<string, Source[]>();
  for (const [index, { directives }] of policies.entries()) {
    for (const [name, values] of directives) {
      const own = values.map((value): Source => ({ text: value, policy: index, keep: index === 0 }));
      const sources = index === 0 ? own : [...(combined.get(name) ?? []), ...own];
      if (sources.length > 1) sources.sort((a, b) => compare(a.text, b.text));
      thinOut(sources);
      // A page may have thousands of policies; what they all contain is kept only once.
      const kept = sources.filter(({ keep, text }, at) => keep && sources[at + 1]?.text !== text);
      combined.set(name, kept);
      if (index === 0 && policies.length > 1) for (const source of kept) source.keep = false;
    }
  }
  return new Map(
    [...combined].map(([name, sources]) => [
      name,
      new Set(sources.length === 0 ? ["'none'"] : sources.map(({ text }) => text)),
    ]),
  );
};

/** Reads one policy. */
const parsePolicy = (policy: string): ParsedPolicy => {
  const text = policy
    .replace(/[\r\n]/g, '')
    .trim()
    .toLowerCase();
  const directives = new Map<string, string[]>();
  let repeats = false;
  for (const entry of text.split(';')) {
    const [name = '', ...values] = entry.trim().split(/\s+/);
    if (name === '') continue;
    if (directives.has(name)) {
      repeats = true;
      continue;
    }
    // A source list without sources allows nothing.
    const isEmptyList = values.length === 0 && name.endsWith('-src');
    directives.set(name, isEmptyList ? ["'none'"] : values);
  }
  return { length: text.length, repeats, directives: [...directives] };
};

const thinOut = (sources: readonly Source[]): void => {
  for (const [index, source] of sources.entries()) {
    const previous = sources[index - 1];
    if (previous === undefined) continue;
    if (source.policy === previous.policy && source.text.startsWith(previous.text)) source.keep = false;
    if (source.policy !== previous.policy && covers(previous.text, source.text)) source.keep = true;
  }
};

/** True if a source's path covers another's: the same, or a folder that holds it. */
const covers = (wide: string, narrow: string): boolean => {
  if (wide === '') return true;
  const folder = wide.endsWith('/');
  const wideParts = folder ? wide.split('/').slice(0, -1) : wide.split('/');
  const narrowParts = narrow.split('/');
  if (folder ? wideParts.length + 1 > narrowParts.length : wideParts.length !== narrowParts.length)
    return false;
  return wideParts.every((part, index) => decoded(part) === decoded(narrowParts[index] ?? ''));
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

export interface DeliveredPolicy {
  /** Header and meta policies combined; null when one of them is invalid. */
  policy: Policy | null;
  /** The header's policy alone; empty when it is missing or invalid. */
  fromHeader: Policy;
  /** Directives that count when set by a meta element. */
  fromMeta: Policy;
  reportOnly: boolean;
  /** A policy repeats a directive. */
  repeats: boolean;
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
    repeats: [...header, ...meta].some(({ repeats }) => repeats),
  };
};

/** MDN Observatory's verdicts on a content security policy, by its names. */
export type CspVerdict =
  | 'csp-implemented-with-no-unsafe-default-src-none'
  | 'csp-implemented-with-no-unsafe'
  | 'csp-implemented-with-unsafe-inline-in-style-src-only'
  | 'csp-implemented-with-insecure-scheme-in-passive-content-only'
  | 'csp-implemented-with-unsafe-eval'
  | 'csp-implemented-with-unsafe-inline'
  | 'csp-implemented-with-insecure-scheme'
  | 'csp-implemented-but-duplicate-directives'
  | 'csp-header-invalid'
  | 'csp-not-implemented'
  | 'csp-not-implemented-but-reporting-enabled';

/** A whole scheme, or every host of one, on its usual port. */
const BROAD = /^(?:(?:ftp|https?):|(?:(?:ftp|https?):\/\/)?\*(?:\.\*)?(?::(?:\*|80|443))?\/?)$/;
/** Every host below a name. */
const BELOW = /^(?:(?:ftp|https?):\/\/)?\*\.([\w.-]+)(?::[\d*]+)?\/?$/;
const INLINE = new Set(["'unsafe-inline'", 'data:']);
/** By the grammar of CSP 3: browsers ignore a malformed one, and with it what it would turn off. */
const NONCE_OR_HASH = /^'(?:sha256|sha384|sha512|nonce)-[a-z0-9+/_-]+={0,2}'$/;
const PASSIVE = ['img-src', 'media-src'];
const EVERYTHING: ReadonlySet<string> = new Set(['*']);
const LENIENT = new Set<CspVerdict>([
  'csp-implemented-with-no-unsafe-default-src-none',
  'csp-implemented-with-no-unsafe',
  'csp-implemented-with-unsafe-inline-in-style-src-only',
  'csp-implemented-with-insecure-scheme-in-passive-content-only',
]);

/**
 * Judges a page’s policy as MDN Observatory does, but for what browsers do otherwise: malformed
 * nonces and hashes, `'strict-dynamic'` without either, by which no script runs, the directives for
 * script elements and attributes alone, and a directive that is there twice (test/agreement/chromium-security.e2e.test.ts). The Observatory's own package is a scanner whose
 * client would bypass our guard.
 */
export const cspVerdict = (delivered: DeliveredPolicy, isHttps: boolean): CspVerdict => {
  const { policy } = delivered;
  if (policy === null) return 'csp-header-invalid';
  if (delivered.fromHeader.size + delivered.fromMeta.size === 0) {
    return delivered.reportOnly ? 'csp-not-implemented-but-reporting-enabled' : 'csp-not-implemented';
  }
  const sandbox = delivered.fromHeader.get('sandbox');
  const verdict = judge(policy, isHttps, sandbox !== undefined && !sandbox.has('allow-scripts'));
  return LENIENT.has(verdict) && delivered.repeats ? 'csp-implemented-but-duplicate-directives' : verdict;
};

/** The sources of a directive, of `default-src` in its place, or everything. */
const sourcesOf = (policy: Policy, directive: string): ReadonlySet<string> => {
  return policy.get(directive) ?? policy.get('default-src') ?? EVERYTHING;
};

/** The sources of scripts that browsers go by. */
export const scriptSources = (policy: Policy): ReadonlySet<string> =>
  effectiveScripts(sourcesOf(policy, 'script-src'));

/** True if sources allow a whole scheme, everything, or all names below a suffix such as `com`. */
export const isBroad = (sources: Iterable<string>): boolean =>
  [...sources].some((source) => {
    const below = BELOW.exec(source)?.[1];
    return BROAD.test(source) || (below !== undefined && getDomain(`x.${below}`) === `x.${below}`);
  });

const judge = (policy: Policy, isHttps: boolean, runsNothing: boolean): CspVerdict => {
  const scripts = effectiveScripts(sourcesOf(policy, 'script-src'));
  // Browsers go by the directives for elements and attributes alone, where there are some.
  const [elements, attributes] = ['script-src-elem', 'script-src-attr'].map((name) => {
    const own = policy.get(name);
    return own === undefined ? scripts : effectiveScripts(own);
  });
  const styles = withoutIgnored(sourcesOf(policy, 'style-src'));
  const isOpen =
    allowsInline(elements ?? scripts) ||
    // Without any of them, nothing limits attributes.
    !['script-src-attr', 'script-src', 'default-src'].some((name) => policy.has(name)) ||
    attributes?.has("'unsafe-inline'") === true;
  if ((isOpen && !runsNothing) || isBroad(sourcesOf(policy, 'object-src')))
    return 'csp-implemented-with-unsafe-inline';
  const active = [...policy].flatMap(([name, sources]) =>
    PASSIVE.includes(name) || name === 'script-src' ? [] : [...sources],
  );
  if (isHttps && [...active, ...scripts].some(isInsecure)) return 'csp-implemented-with-insecure-scheme';
  if (scripts.has("'unsafe-eval'") || styles.has("'unsafe-eval'")) return 'csp-implemented-with-unsafe-eval';
  const passive = PASSIVE.flatMap((name) => [...(policy.get(name) ?? policy.get('default-src') ?? [])]);
  if (isHttps && passive.some(isInsecure))
    return 'csp-implemented-with-insecure-scheme-in-passive-content-only';
  if (allowsInline(styles)) return 'csp-implemented-with-unsafe-inline-in-style-src-only';
  const fallback = policy.get('default-src');
  const isClosed = fallback?.size === 1 && fallback.has("'none'");
  return isClosed ? 'csp-implemented-with-no-unsafe-default-src-none' : 'csp-implemented-with-no-unsafe';
};

const hasNonce = (sources: ReadonlySet<string>) => [...sources].some((source) => NONCE_OR_HASH.test(source));
const isInsecure = (source: string) => source.startsWith('http:') || source.startsWith('ftp:');
const allowsInline = (sources: ReadonlySet<string>) =>
  isBroad(sources) || [...sources].some((source) => INLINE.has(source));

/** Browsers ignore `'unsafe-inline'` beside a nonce or a hash. */
const withoutIgnored = (sources: ReadonlySet<string>): Set<string> => {
  const kept = new Set(sources);
  if (hasNonce(kept)) kept.delete("'unsafe-inline'");
  return kept;
};

/** Beside `'strict-dynamic'`, browsers ignore hosts, schemes, `'self'` and `'unsafe-inline'` (CSP 3, §8.2). */
const effectiveScripts = (sources: ReadonlySet<string>): Set<string> => {
  const kept = withoutIgnored(sources);
  if (!kept.has("'strict-dynamic'")) return kept;
  return new Set(
    [...kept].filter(
      (source) => source.startsWith("'") && source !== "'self'" && source !== "'unsafe-inline'",
    ),
  );
};
