/** Tells whether the website excludes a query parameter of this name from tracking. */
export type IsExcludedParam = (name: string) => boolean;

const nameOf = (pair: string): string => {
  const name = pair.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
};

/** A query string (without its `?`) reduced to the parameters whose names `keep` accepts. */
export const filterParams = (query: string, keep: (name: string) => boolean): string =>
  query
    .split('&')
    .filter((pair) => pair !== '' && keep(nameOf(pair)))
    .join('&');

/** The same for a fragment: routers that live in it put parameters there, too (`#/search?q=a`). */
export const filterFragmentParams = (hash: string, keep: (name: string) => boolean): string => {
  const [route = '', ...rest] = hash.split('?');
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
