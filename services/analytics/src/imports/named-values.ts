import { readPageUrl } from '../collect/intake/page-url.ts';
import type { ParamExclusions } from '../exclusions/param-exclusions.ts';
import { countryCode } from '../geo/countries.ts';
import { bareDomain, belongsToDomain } from '../websites/domain-name.ts';
import type { ImportTarget } from './import-source.ts';

/** Sources that other programs name where we name hosts. */
const HOSTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    google: 'google.com',
    bing: 'bing.com',
    duckduckgo: 'duckduckgo.com',
    yahoo: 'yahoo.com',
    yandex: 'yandex.ru',
    baidu: 'baidu.com',
    ecosia: 'ecosia.org',
    facebook: 'facebook.com',
    twitter: 'twitter.com',
    linkedin: 'linkedin.com',
    reddit: 'reddit.com',
    pinterest: 'pinterest.com',
    instagram: 'instagram.com',
    youtube: 'youtube.com',
    github: 'github.com',
    chatgpt: 'chatgpt.com',
    perplexity: 'perplexity.ai',
    'hacker news': 'news.ycombinator.com',
  }),
);

const SYSTEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mac: 'macOS',
    'mac os': 'macOS',
    macintosh: 'macOS',
    'gnu/linux': 'Linux',
    'android os': 'Android',
    'chrome os': 'Chrome OS',
  }),
);

const BROWSERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    chrome: 'Chrome',
    'chromium-webview': 'Chrome',
    crios: 'Chrome',
    firefox: 'Firefox',
    fxios: 'Firefox',
    safari: 'Safari',
    ios: 'Safari',
    'ios-webview': 'Safari',
    edge: 'Microsoft Edge',
    'microsoft edge': 'Microsoft Edge',
    'edge-chromium': 'Microsoft Edge',
    'edge-ios': 'Microsoft Edge',
    opera: 'Opera',
    samsung: 'Samsung Internet for Android',
    'samsung browser': 'Samsung Internet for Android',
    'samsung internet': 'Samsung Internet for Android',
  }),
);

/** What stands for "no value" in other programs. */
const NOTHING = new Set(['(not set)', '(direct)', '(none)', 'direct / none', 'unknown', '']);
const orNothing = (text: string): string => (NOTHING.has(text.toLowerCase()) ? '' : text);

/** The host of a source, or its name where it is none; empty for the website itself. */
export const referrerNamed = (text: string, domain: string): string => {
  const name = orNothing(text.trim());
  const known = HOSTS.get(name.toLowerCase());
  if (known !== undefined) return known;
  if (!/^[\w.-]+\.[a-z]{2,}(\/|$)|^https?:/i.test(name)) return name;
  const url = URL.parse(/^https?:/i.test(name) ? name : `https://${name}`);
  const host = (url?.hostname ?? name).replace(/^www\./, '');
  return belongsToDomain(host, domain) ? '' : host;
};

/** A name without the version behind it. Names that are longer than any are cut first. */
const withoutVersion = (name: string): string => name.slice(0, 200).replace(/\s+[\d.]+$/, '');

/** `Mac` is `macOS` here; a version behind the name goes. */
export const systemNamed = (text: string): string => {
  const name = orNothing(text).replace(/^windows\b.*/i, 'Windows');
  const plain = withoutVersion(name);
  return SYSTEMS.get(plain.toLowerCase()) ?? plain;
};

/** A browser as we name it, without its version. */
export const browserNamed = (text: string): string => {
  const name = withoutVersion(orNothing(text));
  return BROWSERS.get(name.toLowerCase()) ?? name;
};

/** `desktop`, `mobile`, …; a laptop is a desktop. */
export const deviceNamed = (text: string): string =>
  orNothing(text)
    .toLowerCase()
    .replace(/^(laptop|ultra-wide)$/, 'desktop');

/** Pages are read with a host of their own: programs export what is none, too. */
const SOME_HOST = 'page.invalid';

/**
 * A path as the tracker would have stored it, without excluded parameters, and with the host in
 * front if that is another one than the website's.
 */
export const pageNamed = (
  path: string,
  host: string,
  { domain, isExcludedParam, isNamedParam }: Pick<ImportTarget, 'domain' | keyof ParamExclusions>,
): string => {
  const text = orNothing(path);
  if (text === '') return '';
  const url = new URL(`https://${SOME_HOST}${text.startsWith('/') ? '' : '/'}${text}`);
  const { page } = readPageUrl(url, SOME_HOST, { isExcludedParam, isNamedParam });
  return host === '' || bareDomain(host.toLowerCase()) === bareDomain(domain) ? page : `${host}${page}`;
};

/** The ISO 3166 code of a country given by code or by its English name; empty for neither. */
export const countryNamed = (text: string): string =>
  /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : (countryCode(text) ?? '');

type CampaignParam = 'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_term' | 'utm_content';

/** A campaign, without the parameters that the website excludes by name, as the tracker leaves them out. */
export const campaignNamed = (
  read: (param: CampaignParam) => string,
  { isNamedParam }: Pick<ImportTarget, 'isNamedParam'>,
): Record<CampaignParam, string> => {
  const kept = (param: CampaignParam): string => (isNamedParam(param) ? '' : read(param));
  return {
    utm_source: kept('utm_source'),
    utm_medium: kept('utm_medium'),
    utm_campaign: kept('utm_campaign'),
    utm_term: kept('utm_term'),
    utm_content: kept('utm_content'),
  };
};
