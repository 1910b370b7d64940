import { filterFragmentParams, filterParams, readQuery } from '../../exclusions/rules/exclude-params.ts';
import type { IsExcludedParam, ParamExclusions } from '../../exclusions/rules/exclude-params.ts';
import { canonicalSource } from '../../sources/source-of.ts';
import { bareDomain } from '../../websites/domain-name.ts';
import type { Spelling } from '../../websites/website.ts';

const AS_GIVEN: Spelling = { trailingSlash: 'keep', queryOrder: 'keep', campaignCase: 'keep' };

/** Campaign parameters in the address of a visit's first page. */
export type Campaign = Readonly<
  Record<'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_term' | 'utm_content', string>
>;

/** Short forms that people write for utm_source; the first that a link has counts. */
const SOURCE_ALIASES = ['source', 'ref'];

/**
 * Matomo's campaign parameters, and Piwik's before: links with them outlive the program that they were made
 * for.
 */
const MATOMO =
  /^(?:mtm|pk|piwik|matomo)_(campaign|cpn|source|medium|kwd|keyword|content|cid|group|placement)$/i;
const OF_MATOMO: Readonly<Record<string, keyof Campaign>> = {
  campaign: 'utm_campaign',
  cpn: 'utm_campaign',
  source: 'utm_source',
  medium: 'utm_medium',
  kwd: 'utm_term',
  keyword: 'utm_term',
  content: 'utm_content',
};

/** The parameter of a campaign that a name in lower case stands for. */
const campaignParam = (name: string): keyof Campaign | undefined =>
  Object.hasOwn(NO_UTM, name) ? (name as keyof Campaign) : OF_MATOMO[MATOMO.exec(name)?.[1] ?? ''];

const MAX_VALUE = 200;

/** Of an address without parameters. */
const NO_UTM: Campaign = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

/** True for the parameters that are read here, whatever their case. */
const isCampaignParam = (name: string): boolean =>
  SOURCE_ALIASES.includes(name.toLowerCase()) || campaignParam(name.toLowerCase()) !== undefined;

/** Reads query parameters by lower-case name; the first of a name counts, and blank ones don't. */
const valuesByName = (url: URL, isWanted: (name: string) => boolean): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  for (const [name, value] of readQuery(url.search.slice(1), isWanted)) {
    const key = name.toLowerCase();
    if (!values.has(key) && value.trim() !== '') values.set(key, value.trim());
  }
  return values;
};

/** The same with Matomo's parameters by the names that they stand for, where a link has no such one. */
const valuesOf = (url: URL, isWanted: (name: string) => boolean): ReadonlyMap<string, string> => {
  const values = valuesByName(url, isWanted);
  const named = new Map(values);
  for (const [name, value] of values) {
    const param = campaignParam(name);
    if (param !== undefined && !named.has(param)) named.set(param, value);
  }
  return named;
};

/** The short form that a link uses in the place of `utm_source`, in lower case. */
const aliasOf = (values: ReadonlyMap<string, string>): string | undefined =>
  values.has('utm_source') ? undefined : SOURCE_ALIASES.find((name) => values.has(name));

/** A campaign as the website spells it: `Facebook` and `fb` are one source, unless case counts. */
export const spelledCampaign = (
  read: (param: keyof Campaign) => string,
  { campaignCase }: Pick<Spelling, 'campaignCase'>,
): Campaign => {
  const value = (name: keyof Campaign): string => {
    const text = read(name).slice(0, MAX_VALUE).replaceAll('\0', '').toWellFormed();
    return campaignCase === 'lower' ? text.toLowerCase() : text;
  };
  const source = value('utm_source');
  return {
    utm_source: campaignCase === 'lower' ? canonicalSource(source) : source,
    utm_medium: value('utm_medium'),
    utm_campaign: value('utm_campaign'),
    utm_term: value('utm_term'),
    utm_content: value('utm_content'),
  };
};

/** Reads the campaign of an address' parameters. */
const readUtm = (values: ReadonlyMap<string, string>, spelling: Spelling): Campaign => {
  const source = aliasOf(values) ?? 'utm_source';
  return spelledCampaign((name) => values.get(name === 'utm_source' ? source : name) ?? '', spelling);
};

/** Contents of a page's address, without the website's excluded parameters. */
export interface PageUrl {
  /** Lower case, punycode. */
  readonly host: string;
  /** Page as stored: path and query, preceded by the host on subdomains. */
  readonly page: string;
  readonly utm: Campaign;
  /** `utm_source` as it is written in the address. */
  readonly source: string;
  /** True when a click id says that the visit came from an advertisement of a search engine. */
  readonly isAdClick: boolean;
}

const AD_CLICKS = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'dclid', 'yclid'];

const isAdClickParam = (name: string): boolean => AD_CLICKS.includes(name.toLowerCase());

/**
 * Parameters that tell clicks apart, not pages: those of campaigns, of advertisements (Google, Microsoft,
 * Yandex, Meta, X, TikTok, LinkedIn, Reddit, Pinterest, Snapchat, Adobe, Impact) and of newsletters
 * (Mailchimp, HubSpot, Marketo, Klaviyo, Vero, Omeda). They are never part of the page.
 */
const CLICK_PARAMETERS =
  /^(utm_\w+|hsa_\w+|gclid|gclsrc|gbraid|wbraid|gad_source|gad_campaignid|msclkid|dclid|yclid|ysclid|_openstat|fbclid|fb_action_ids|fb_action_types|mibextid|twclid|ttclid|li_fat_id|rdt_cid|epik|sccid|irclickid|ef_id|s_kwcid|mc_cid|mc_eid|_hsenc|_hsmi|__hs(tc|sc|fp)|hsctatracking|mkt_tok|_kx|vero_(id|conv)|oly_(anon|enc)_id|igshid|igsh|_ga|_gl|srsltid|_branch_match_id)$/i;

const MAX_PAGE = 1_024;

const UNRESERVED = /^[A-Za-z0-9._~-]$/;

/**
 * Spells escapes as RFC 3986 (6.2.2) requires: `%e6` as `%E6`, and `%41` as the letter it encodes.
 * Both name the same page.
 */
const normalEscapes = (text: string): string =>
  text.includes('%')
    ? text.replace(/%[0-9a-f]{2}/gi, (escape) => {
        const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
        return UNRESERVED.test(character) ? character : escape.toUpperCase();
      })
    : text;

/** Sorts parameters by name; those of the same name stay in their order. */
const inOrder = (query: string): string => {
  if (!query.includes('&')) return query;
  const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';
  return query
    .split('&')
    .map((pair) => [nameOf(pair), pair] as const)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([, pair]) => pair)
    .join('&');
};

/** The page of an address, without the parameters for which `isExcluded` is true. */
const pageOf = (url: URL, domain: string, isExcluded: IsExcludedParam, spelling: Spelling): string => {
  // The parameter read as the source distinguishes visits, not pages.
  const alias = url.search === '' ? undefined : aliasOf(valuesOf(url, isCampaignParam));
  const keep = (name: string): boolean =>
    !CLICK_PARAMETERS.test(name) && !MATOMO.test(name) && name.toLowerCase() !== alias && !isExcluded(name);
  const kept = url.search === '' ? '' : normalEscapes(filterParams(url.search.slice(1), keep));
  const query = spelling.queryOrder === 'sort' ? inOrder(kept) : kept;
  const hash = url.hash === '' ? '' : normalEscapes(filterFragmentParams(url.hash, keep));
  const path = normalEscapes(url.pathname);
  const named = spelling.trailingSlash === 'remove' && path.length > 1 ? path.replace(/\/$/, '') : path;
  const isOwnHost = bareDomain(url.hostname) === bareDomain(domain);
  return `${isOwnHost ? '' : url.hostname}${named}${query === '' ? '' : `?${query}`}${hash}`.slice(
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
 * @param named the address that names the page, where it isn't the one with the campaign
 */
export const readPageUrl = (
  url: URL,
  domain: string,
  { isExcludedParam: isExcluded, isNamedParam }: ParamExclusions,
  spelling: Spelling = AS_GIVEN,
  named = url,
): PageUrl => {
  const page = pageOf(named, domain, isExcluded, spelling);
  if (url.search === '') return { host: url.hostname, page, utm: NO_UTM, source: '', isAdClick: false };
  const isKept = (name: string): boolean =>
    isCampaignParam(name) &&
    (campaignParam(name.toLowerCase()) === undefined ? !isExcluded(name) : !isNamedParam(name));
  const kept = valuesOf(url, isKept);
  return {
    host: url.hostname,
    page,
    utm: readUtm(kept, spelling),
    source: readUtm(kept, AS_GIVEN).utm_source,
    isAdClick: valuesOf(url, isAdClickParam).size > 0,
  };
};
