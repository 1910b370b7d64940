import { MOST_PARAMETERS, nameOfPair } from './query-string.ts';

/** Tells whether the website excludes a query parameter of this name from tracking. */
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

/** What a stored page would have been called, had these parameters been excluded from the start. */
export const excludeParams = (page: string, isExcluded: IsExcludedParam): string => {
  const keep = (name: string): boolean => !isExcluded(name);
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(page) ?? [];
  const kept = filterParams(query.slice(1), keep);
  return `${path}${kept === '' ? '' : `?${kept}`}${filterFragmentParams(hash, keep)}`;
};
