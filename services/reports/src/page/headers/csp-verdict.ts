import type { DeliveredPolicy, Policy } from '../content-security-policy.ts';

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

const BROAD = new Set(['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']);
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
 * nonces and hashes, `'strict-dynamic'` without either, by which no script runs, and the directives for
 * script elements and attributes alone (test/agreement/chromium-security.e2e.test.ts). The Observatory's own package is a scanner whose
 * client would bypass our guard.
 */
export const cspVerdict = (delivered: DeliveredPolicy, isHttps: boolean): CspVerdict => {
  const { policy } = delivered;
  if (policy === null) return 'csp-header-invalid';
  if (delivered.fromHeader.size + delivered.fromMeta.size === 0) {
    return delivered.reportOnly ? 'csp-not-implemented-but-reporting-enabled' : 'csp-not-implemented';
  }
  const verdict = judge(policy, isHttps);
  return LENIENT.has(verdict) && delivered.repeatsReporting
    ? 'csp-implemented-but-duplicate-directives'
    : verdict;
};

/** The sources of a directive, of `default-src` in its place, or everything. */
export const sourcesOf = (policy: Policy, directive: string): ReadonlySet<string> => {
  return policy.get(directive) ?? policy.get('default-src') ?? EVERYTHING;
};

/** The sources of scripts that browsers go by. */
export const scriptSources = (policy: Policy): ReadonlySet<string> =>
  effectiveScripts(sourcesOf(policy, 'script-src'));

/** Whether sources let a whole scheme, or everything, through. */
export const isBroad = (sources: ReadonlySet<string>): boolean => {
  return [...sources].some((source) => BROAD.has(source));
};

const judge = (policy: Policy, isHttps: boolean): CspVerdict => {
  const scripts = effectiveScripts(sourcesOf(policy, 'script-src'));
  const parts = ['script-src-elem', 'script-src-attr'].flatMap((name) => policy.get(name) ?? []);
  if (parts.some((sources) => allowsInline(effectiveScripts(sources))))
    return 'csp-implemented-with-unsafe-inline';
  const styles = withoutIgnored(sourcesOf(policy, 'style-src'));
  if (allowsInline(scripts) || isBroad(sourcesOf(policy, 'object-src')))
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
