import { splitLines } from './line-list.ts';

/**
 * Makes a test for text that matches a pattern in which `*` stands for any characters; both are in
 * lower case. The parts between stars are searched from left to right, so a match takes one pass. A
 * regular expression could take exponential time.
 */
export const createGlob = (pattern: string): ((text: string) => boolean) => {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === pattern;
  const least = head.length + tail.length;
  return (text) => {
    if (text.length < least || !text.startsWith(head) || !text.endsWith(tail)) return false;
    const end = text.length - tail.length;
    let from = head.length;
    for (const part of rest) {
      const found = text.indexOf(part, from);
      if (found < 0) return false;
      from = found + part.length;
    }
    return from <= end;
  };
};

/** Makes a test for names that match any of the patterns, ignoring case. */
export const createNameMatcher = (patterns: readonly string[]): ((name: string) => boolean) => {
  if (patterns.length === 0) return () => false;
  const lower = patterns.map((pattern) => pattern.toLowerCase());
  const exact = new Set(lower.filter((pattern) => !pattern.includes('*')));
  const globs = lower.filter((pattern) => pattern.includes('*')).map(createGlob);
  return (name) => {
    const text = name.toLowerCase();
    return exact.has(text) || globs.some((matches) => matches(text));
  };
};

/** No page needs this many to be identified. */
const MOST_PARAMETERS = 100;

/**
 * The text that a part of a query stands for. What isn't UTF-8 becomes U+FFFD, as browsers read it.
 * `decodeURIComponent` throws instead, which takes so long that a query of broken escapes held up
 * everybody else's hits for 50 ms.
 */
const decodePart = (text: string): string => {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  const bytes = Buffer.from(spaced)
    .toString('latin1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};

/** The name in a pair of a query. */
const nameOfPair = (pair: string): string => decodePart(pair.split('=', 1)[0] ?? '');

/** The first hundred pairs of a query (without its `?`), of those whose names `isWanted`. */
export const readQuery = (
  query: string,
  isWanted: (name: string) => boolean = () => true,
): readonly (readonly [name: string, value: string])[] =>
  query.split('&', MOST_PARAMETERS).flatMap((pair) => {
    const name = nameOfPair(pair);
    if (pair === '' || !isWanted(name)) return [];
    const at = pair.indexOf('=');
    return [[name, at < 0 ? '' : decodePart(pair.slice(at + 1))] as const];
  });

/** The query parameters that a website excludes. */
export interface ParamExclusions {
  readonly isExcludedParam: IsExcludedParam;
  /** The same without patterns: only a parameter named in full is lost as a campaign, too. */
  readonly isNamedParam: IsExcludedParam;
}

/** Compiles a website's `exclude_params`: a name or pattern per line. */
export const createParamExclusions = (text: string | null): ParamExclusions => {
  const lines = splitLines(text ?? '');
  return {
    isExcludedParam: createNameMatcher(lines),
    isNamedParam: createNameMatcher(lines.filter((line) => !line.includes('*'))),
  };
};

/** Returns whether the website excludes a query parameter of this name from tracking. */
export type IsExcludedParam = (name: string) => boolean;

/**
 * A query string (without its `?`) reduced to the parameters whose names `keep` accepts, of the first
 * hundred.
 */
export const filterParams = (query: string, keep: (name: string) => boolean): string =>
  query
    .split('&', MOST_PARAMETERS)
    .filter((pair) => pair !== '' && keep(nameOfPair(pair)))
    .join('&');

/**
 * The same for a fragment: routers that live in it put parameters there, too (`#/search?q=a`), and so
 * do services that send visitors back to a page (`#access_token=a&state=b`).
 */
export const filterFragmentParams = (hash: string, keep: (name: string) => boolean): string => {
  const [route = '', ...rest] = hash.split('?');
  if (rest.length === 0 && route.includes('=')) {
    const kept = filterParams(route.slice(1), keep);
    return kept === '' ? '' : `#${kept}`;
  }
  const query = filterParams(rest.join('?'), keep);
  return query === '' ? route : `${route}?${query}`;
};

/** Returns the name a stored page would have if these parameters had always been excluded. */
export const excludeParams = (page: string, isExcluded: IsExcludedParam): string => {
  const keep = (name: string): boolean => !isExcluded(name);
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(page) ?? [];
  const kept = filterParams(query.slice(1), keep);
  return `${path}${kept === '' ? '' : `?${kept}`}${filterFragmentParams(hash, keep)}`;
};
