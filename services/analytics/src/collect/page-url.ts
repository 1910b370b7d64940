import { bareDomain } from '../websites/domain-name.ts';

/** What a page's address says, after the website's excluded parameters were taken out. */
export interface PageUrl {
  /** Lower case, punycode. */
  readonly host: string;
  /** What is stored as the page: path and query, with the host in front on subdomains. */
  readonly page: string;
  readonly utm: Readonly<
    Record<'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_term' | 'utm_content', string>
  >;
  /** Came from an advertisement of a search engine, by its click id. */
  readonly isAdClick: boolean;
}

/** Short forms that people write for utm_source. */
const SOURCE_ALIASES = ['ref', 'source'];
const AD_CLICKS = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'dclid', 'yclid'];
/** Parameters that tell clicks apart, not pages. Kept out of the page always. */
const CLICK_PARAMETERS =
  /^(utm_\w+|gclid|gclsrc|gbraid|wbraid|msclkid|dclid|yclid|fbclid|twclid|ttclid|li_fat_id|mc_cid|mc_eid|igshid|_ga|_gl|srsltid)$/i;

const MAX_PAGE = 1_024;
const MAX_VALUE = 200;

const NO_UTM: PageUrl['utm'] = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

const keepParameters = (query: string, keep: (name: string) => boolean): string =>
  query
    .split('&')
    .filter((pair) => pair !== '' && keep(nameOf(pair)))
    .join('&');

const nameOf = (pair: string): string => {
  const name = pair.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
};

/** Routers that live in the fragment have parameters there, too: `#/search?q=a`. */
const cleanFragment = (hash: string, keep: (name: string) => boolean): string => {
  const [route = '', ...rest] = hash.split('?');
  const query = keepParameters(rest.join('?'), keep);
  return query === '' ? route : `${route}?${query}`;
};

const readUtm = (parameters: URLSearchParams): PageUrl['utm'] => {
  const value = (name: string): string =>
    (parameters.get(name) ?? '').trim().slice(0, MAX_VALUE).replaceAll('\0', '').toWellFormed();
  const alias = SOURCE_ALIASES.map(value).find((text) => text !== '') ?? '';
  return {
    utm_source: value('utm_source') || alias,
    utm_medium: value('utm_medium'),
    utm_campaign: value('utm_campaign'),
    utm_term: value('utm_term'),
    utm_content: value('utm_content'),
  };
};

/** The page of an address, without the parameters for which `isExcluded` is true. */
const pageOf = (url: URL, domain: string, isExcluded: (name: string) => boolean): string => {
  const keep = (name: string): boolean => !CLICK_PARAMETERS.test(name) && !isExcluded(name);
  const query = url.search === '' ? '' : keepParameters(url.search.slice(1), keep);
  const hash = url.hash === '' ? '' : cleanFragment(url.hash, keep);
  const isOwnHost = bareDomain(url.hostname) === bareDomain(domain);
  return `${isOwnHost ? '' : url.hostname}${url.pathname}${query === '' ? '' : `?${query}`}${hash}`.slice(
    0,
    MAX_PAGE,
  );
};

/** A stored page with further parameters taken out: what it would have been stored as. */
export const withoutParameters = (page: string, isExcluded: (name: string) => boolean): string => {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(page) ?? [];
  const kept = keepParameters(query.slice(1), (name) => !isExcluded(name));
  return `${path}${kept === '' ? '' : `?${kept}`}${cleanFragment(hash, (name) => !isExcluded(name))}`;
};

/** Parses an http(s) address; null for anything else. */
export const parsePageUrl = (text: string): URL | null => {
  const url = URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
};

/**
 * Reads a page's address.
 * @param isExcluded tells the names of parameters that the website excludes from tracking; they are not read either
 */
export const readPageUrl = (url: URL, domain: string, isExcluded: (name: string) => boolean): PageUrl => {
  const page = pageOf(url, domain, isExcluded);
  if (url.search === '') return { host: url.hostname, page, utm: NO_UTM, isAdClick: false };
  const kept = new URLSearchParams(keepParameters(url.search.slice(1), (name) => !isExcluded(name)));
  return {
    host: url.hostname,
    page,
    utm: readUtm(kept),
    isAdClick: AD_CLICKS.some((name) => kept.has(name)),
  };
};
