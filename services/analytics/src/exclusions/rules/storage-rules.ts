import { LRUCache } from 'lru-cache';

import { createGlob, createNameMatcher } from './exclude-params.ts';
import { createLineCheck, splitLines } from './line-list.ts';

/**
 * Traits of a visitor that every hit tells and that stay the same through a visit; not where somebody
 * came from, which only the first hit says.
 */
export const VISITOR_TRAITS = [
  'country',
  'region',
  'city',
  'browser',
  'browser_version',
  'os',
  'os_version',
  'device',
  'screen',
  'language',
] as const;
export type VisitorTrait = (typeof VISITOR_TRAITS)[number];

/** Values of a visitor's traits; empty for what isn't known. */
export type VisitorTraits = Readonly<Record<VisitorTrait, string>>;

const MAX_VALUE = 200;

const isTrait = (name: string): name is VisitorTrait => VISITOR_TRAITS.some((trait) => trait === name);

/** The conditions of a line, all of which have to hold; null for a line that is no description. */
const parse = (line: string): ReadonlyMap<VisitorTrait, string> | null => {
  const conditions = new Map<VisitorTrait, string>();
  for (const part of line.split(';')) {
    const at = part.indexOf('=');
    const [name, value] = [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()];
    if (at < 0 || !isTrait(name) || conditions.has(name) || value.length > MAX_VALUE) return null;
    conditions.set(name, value);
  }
  // Of whom nothing is known could be anybody.
  return [...conditions.values()].some((value) => value !== '') ? conditions : null;
};

/** True for a description of visitors: traits with `;` between them, of which one has a value. */
const isVisitorRule = (line: string): boolean => parse(line) !== null;

/** Describes visitors in a line. @param traits to name, in the order of `VISITOR_TRAITS` */
export const visitorRule = (values: VisitorTraits, traits: readonly VisitorTrait[]): string =>
  VISITOR_TRAITS.filter((trait) => traits.includes(trait))
    .map((trait) => `${trait} = ${values[trait].replaceAll(';', ' ').slice(0, MAX_VALUE)}`.trim())
    .join('; ');

/** Compiles a description, in which case doesn't count. What is none fits nobody. */
const toVisitorTest = (line: string): ((traits: VisitorTraits) => boolean) => {
  const conditions = [...(parse(line) ?? [])].map(([trait, value]) => [trait, value.toLowerCase()] as const);
  return (traits) =>
    conditions.length > 0 && conditions.every(([trait, value]) => traits[trait].toLowerCase() === value);
};

/** An owner's rules for pages, hosts and countries, one a line. */
export interface StorageSettings {
  /** `/order/* => /order`: pages that match are stored as the one on the right. */
  readonly pageRules: string | null;
  readonly excludePages: string | null;
  readonly excludeHosts: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly excludeCountries: string | null;
  /** Visitors by what is known of them: `browser_version = Chrome 131; screen = 800x600`. */
  readonly excludeVisitors: string | null;
}

/** One line of a website's rules for pages. */
export interface PageRule {
  readonly line: string;
  readonly matches: (page: string) => boolean;
  /** The page that matching ones are stored as. */
  readonly target: string;
}

/** A website's rules for what is stored, compiled. */
export interface StorageRules {
  readonly isExcludedHost: (host: string) => boolean;
  readonly isExcludedCountry: (code: string) => boolean;
  readonly isExcludedPage: (page: string) => boolean;
  /** @param traits made only where there are descriptions of visitors */
  readonly isExcludedVisitor: (traits: () => VisitorTraits) => boolean;
  /** The first rule that a page matches. */
  readonly ruleOf: (page: string) => PageRule | undefined;
}

const MAX_LINES = 200;
const MAX_PATTERN = 300;
/** A match is one pass over the page for all stars together, but nobody needs more of them. */
const MAX_STARS = 5;
const ARROW = /(?<!\s)\s*=>\s*/;

const isPagePattern = (text: string): boolean =>
  text.length <= MAX_PATTERN &&
  /^(\/|\*|[a-z0-9.-]+\/)\S*$/i.test(text) &&
  text.split('*').length - 1 <= MAX_STARS;

const isPageRule = (line: string): boolean => {
  const [pattern = '', target, ...more] = line.split(ARROW);
  if (!isPagePattern(pattern) || more.length > 0) return false;
  return target === undefined || (target.length <= MAX_PATTERN && /^\/\S*$/.test(target));
};

/** Checks rules for pages: a pattern, and after `=>` the page that is stored. */
export const faultOfPageRules = createLineCheck({
  maxLines: MAX_LINES,
  accepts: isPageRule,
  expected: 'a rule such as /order/* => /order',
});

/** Checks patterns of pages. */
export const faultOfPages = createLineCheck({
  maxLines: MAX_LINES,
  accepts: isPagePattern,
  expected: `a page such as /admin/* (with at most ${MAX_STARS} * for any characters)`,
});

/** Checks hosts of pages, in which `*` stands for any characters. */
export const faultOfHosts = createLineCheck({
  maxLines: MAX_LINES,
  accepts: (line) => /^[a-z0-9.*-]{1,253}$/i.test(line) && line.split('*').length - 1 <= MAX_STARS,
  expected: 'a host such as staging.example.com or *.preview.example.com',
});

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Checks codes of countries. */
export const faultOfCountries = createLineCheck({
  maxLines: 300,
  accepts: (line) => /^[a-z]{2}$/i.test(line) && REGIONS.of(line.toUpperCase()) !== undefined,
  expected: 'a country code of two letters such as DE',
});

/** Checks descriptions of visitors. */
export const faultOfVisitors = createLineCheck({
  maxLines: MAX_LINES,
  accepts: isVisitorRule,
  expected: 'a description such as browser_version = Chrome 131; screen = 800x600',
});

/** The page without query and fragment, with the host that precedes it on subdomains. */
const withoutQuery = (page: string): string => /^[^?#]*/.exec(page)?.[0] ?? '';

const withoutHost = (page: string): string => page.slice(Math.max(0, page.indexOf('/')));

/**
 * Makes a test for stored pages. A pattern that begins with `/` holds on every host of the website;
 * query and fragment count only where the pattern has one.
 */
const createPageMatcher = (pattern: string): ((page: string) => boolean) => {
  const glob = createGlob(pattern);
  const isWhole = /[?#]/.test(pattern);
  const isAnyHost = pattern.startsWith('/');
  return (page) => {
    const named = isWhole ? page : withoutQuery(page);
    return glob(isAnyHost ? withoutHost(named) : named);
  };
};

const toRule = (line: string): PageRule => {
  const [pattern = '', target = pattern] = line.split(ARROW);
  return { line, matches: createPageMatcher(pattern), target };
};

/** The page that a rule makes of one that matches it. The host of a subdomain stays in front. */
export const renamedBy = ({ target }: PageRule, page: string): string =>
  target.startsWith('/') ? page.slice(0, Math.max(0, page.indexOf('/'))) + target : target;

/** Compiles rules for pages, a line for each: finds the first that a page matches. */
const createPageRules = (lines: string | null): StorageRules['ruleOf'] => {
  const rules = splitLines(lines ?? '').map(toRule);
  return (page) => rules.find(({ matches }) => matches(page));
};

/** Compiles what a website's owner says about what is stored. */
export const createStorageRules = (settings: StorageSettings): StorageRules => {
  const pages = splitLines(settings.excludePages ?? '').map(createPageMatcher);
  const countries = new Set(splitLines(settings.excludeCountries ?? '').map((code) => code.toUpperCase()));
  const visitors = splitLines(settings.excludeVisitors ?? '').map(toVisitorTest);
  return {
    isExcludedHost: createNameMatcher(splitLines(settings.excludeHosts ?? '')),
    isExcludedCountry: (code) => countries.has(code),
    isExcludedPage: (page) => pages.some((matches) => matches(page)),
    isExcludedVisitor(traits) {
      if (visitors.length === 0) return false;
      const known = traits();
      return visitors.some((fits) => fits(known));
    },
    ruleOf: createPageRules(settings.pageRules),
  };
};

/** The tag's patterns of pages that count, separated by commas. */
export interface TagScope {
  /** `data-exclude`; empty for none, like the next one. */
  readonly exclude: string;
  readonly include: string;
}

const TAG_PATTERNS = 30;

const compiled = new LRUCache<string, readonly ((page: string) => boolean)[]>({ max: 1_000 });

const matchersOf = (list: string): readonly ((page: string) => boolean)[] => {
  const known = compiled.get(list);
  if (known) return known;
  const patterns = list
    .split(',')
    .map((pattern) => pattern.trim())
    .filter(isPagePattern)
    .slice(0, TAG_PATTERNS);
  const made = patterns.map(createPageMatcher);
  compiled.set(list, made);
  return made;
};

/** True for a page that the tag leaves out, or doesn't include. What is no pattern is no limit. */
export const isOutsideTag = ({ exclude, include }: TagScope, page: string): boolean => {
  if (exclude !== '' && matchersOf(exclude).some((matches) => matches(page))) return true;
  const included = include === '' ? [] : matchersOf(include);
  return included.length > 0 && !included.some((matches) => matches(page));
};
