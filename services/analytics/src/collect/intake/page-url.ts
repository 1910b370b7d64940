import { filterFragmentParams, filterParams } from '../../exclusions/exclude-params.ts';
import type { IsExcludedParam } from '../../exclusions/exclude-params.ts';
import type { ParamExclusions } from '../../exclusions/param-exclusions.ts';
import { bareDomain } from '../../websites/domain-name.ts';

/** What the address of a visit's first page says of the campaign it came from. */
type Campaign = Readonly<
  Record<'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_term' | 'utm_content', string>
>;

/** Short forms that people write for utm_source. */
const SOURCE_ALIASES = ['ref', 'source'];

const MAX_VALUE = 200;

/** True for the parameters that are read here. */
const isCampaignParam = (name: string): boolean =>
  SOURCE_ALIASES.includes(name) || Object.hasOwn(NO_UTM, name);

/** Of an address without parameters. */
const NO_UTM: Campaign = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

/** The short form that a link uses in the place of `utm_source`. */
const aliasOf = (parameters: URLSearchParams): string | undefined =>
  (parameters.get('utm_source') ?? '').trim() === ''
    ? SOURCE_ALIASES.find((name) => (parameters.get(name) ?? '').trim() !== '')
    : undefined;

/** Reads the campaign of an address' parameters. */
const readUtm = (parameters: URLSearchParams): Campaign => {
  const value = (name: string): string =>
    (parameters.get(name) ?? '').trim().slice(0, MAX_VALUE).replaceAll('\0', '').toWellFormed();
  const alias = aliasOf(parameters);
  return {
    utm_source: value('utm_source') || (alias === undefined ? '' : value(alias)),
    utm_medium: value('utm_medium'),
    utm_campaign: value('utm_campaign'),
    utm_term: value('utm_term'),
    utm_content: value('utm_content'),
  };
};

/** What a page's address says, without the website's excluded parameters. */
export interface PageUrl {
  /** Lower case, punycode. */
  readonly host: string;
  /** What is stored as the page: path and query, preceded by the host on subdomains. */
  readonly page: string;
  readonly utm: Campaign;
  /** True when a click id says that the visit came from an advertisement of a search engine. */
  readonly isAdClick: boolean;
}

const AD_CLICKS = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'dclid', 'yclid'];

/** Parameters that tell clicks apart, not pages. They are never part of the page. */
const CLICK_PARAMETERS =
  /^(utm_\w+|gclid|gclsrc|gbraid|wbraid|msclkid|dclid|yclid|fbclid|twclid|ttclid|li_fat_id|mc_cid|mc_eid|igshid|_ga|_gl|srsltid)$/i;

const MAX_PAGE = 1_024;

/** The page of an address, without the parameters for which `isExcluded` is true. */
const pageOf = (url: URL, domain: string, isExcluded: IsExcludedParam): string => {
  // What is read as the source tells visits apart, not pages.
  const alias = url.search === '' ? undefined : aliasOf(url.searchParams);
  const keep = (name: string): boolean => !CLICK_PARAMETERS.test(name) && name !== alias && !isExcluded(name);
  const query = url.search === '' ? '' : filterParams(url.search.slice(1), keep);
  const hash = url.hash === '' ? '' : filterFragmentParams(url.hash, keep);
  const isOwnHost = bareDomain(url.hostname) === bareDomain(domain);
  return `${isOwnHost ? '' : url.hostname}${url.pathname}${query === '' ? '' : `?${query}`}${hash}`.slice(
    0,
    MAX_PAGE,
  );
};

/** Parses an http(s) address; null for anything else. */
export const parsePageUrl = (text: string): URL | null => {
  const url = URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
};

/**
 * Reads a page's address.
 * @param exclusions parameters that the website excludes. A campaign is lost only where its parameter
 * is named in full: `utm_*` is never part of a page, and whoever excludes it means pages
 */
export const readPageUrl = (
  url: URL,
  domain: string,
  { isExcludedParam: isExcluded, isNamedParam }: ParamExclusions,
): PageUrl => {
  const page = pageOf(url, domain, isExcluded);
  if (url.search === '') return { host: url.hostname, page, utm: NO_UTM, isAdClick: false };
  const { searchParams } = url;
  const isKept = (name: string): boolean =>
    isCampaignParam(name) && (/^utm_/i.test(name) ? !isNamedParam(name) : !isExcluded(name));
  const kept = new URLSearchParams(filterParams(url.search.slice(1), isKept));
  return {
    host: url.hostname,
    page,
    utm: readUtm(kept),
    isAdClick: AD_CLICKS.some((name) => searchParams.has(name)),
  };
};
