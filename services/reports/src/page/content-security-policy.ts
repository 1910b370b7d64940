import type { PageArtifacts } from './page-artifacts.ts';
import { httpEquiv } from './html/head-tags.ts';
import type { Page } from './html/page.ts';
import { headerValues } from './headers/response-headers.ts';

/** Directives with their sources, lower case. */
export type Policy = Map<string, Set<string>>;

/** Directives that may occur twice in a policy without making it invalid. */
const REPEATABLE = new Set(['report-uri', 'report-to']);

const SHORTEST = 'img-src'.length - 1;

const { compare } = new Intl.Collator('en');

/** A policy with its directives as written, in lower case. */
interface ParsedPolicy {
  /** Characters of its text. */
  readonly length: number;
  readonly directives: readonly (readonly [name: string, values: readonly string[]])[];
}

interface Source {
  text: string;
  policy: number;
  keep: boolean;
}

/**
 * Combines policies into what all allow. A source must be in all of them; of two sources in one
 * policy where one begins with the other, the shorter covers both. Null when a policy is too short
 * to be one or repeats a directive. The rules are MDN Observatory's, so that both come to the same
 * verdict.
 */
const combine = (policies: readonly ParsedPolicy[]): Policy | null => {
  if (policies.some(({ length }) => length < SHORTEST)) return null;
  const combined = new Map<string, Source[]>();
  for (const [index, { directives }] of policies.entries()) {
    const seen = new Set<string>();
    for (const [name, values] of directives) {
      if (seen.has(name) && !REPEATABLE.has(name)) return null;
      seen.add(name);
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
  const directives: [name: string, values: string[]][] = [];
  for (const entry of text.split(';')) {
    const [name = '', ...values] = entry.trim().split(/\s+/);
    if (name === '') continue;
    // A source list without sources allows nothing.
    const isEmptyList = values.length === 0 && name.endsWith('-src');
    directives.push([name, isEmptyList ? ["'none'"] : values]);
  }
  return { length: text.length, directives };
};

const thinOut = (sources: readonly Source[]): void => {
  for (const [index, source] of sources.entries()) {
    const previous = sources[index - 1];
    if (previous === undefined) continue;
    if (source.policy === previous.policy && source.text.startsWith(previous.text)) source.keep = false;
    if (source.policy !== previous.policy && covers(previous.text, source.text)) source.keep = true;
  }
};

/** Whether a source's path covers another's: the same, or a folder that holds it. */
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

const repeatsReporting = ({ directives }: ParsedPolicy): boolean => {
  const names = directives.map(([name]) => name).filter((name) => REPEATABLE.has(name));
  return new Set(names).size < names.length;
};

export interface DeliveredPolicy {
  /** Header and meta policies combined; null when one of them is invalid. */
  policy: Policy | null;
  /** The header's policy alone; empty when it is missing or invalid. */
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
