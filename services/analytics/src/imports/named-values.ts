import { referrerHost } from '../collect/intake/channel.ts';
import { readPageUrl, spelledCampaign } from '../collect/intake/page-url.ts';
import type { Campaign } from '../collect/intake/page-url.ts';
import { orNothing } from '../collect/intake/user-agent.ts';
import { renamedBy } from '../exclusions/rules/storage-rules.ts';
import { countryCode, foreignCountryCode } from '../geo/geo-lookup.ts';
import { hostOfSource, sourceLabel } from '../sources/source-of.ts';
import { bareDomain } from '../websites/domain-name.ts';
import { ImportRefusedError, EXCLUDED_PAGE } from './tally.ts';
import type { ImportTarget } from './tally.ts';

const FIRST = Date.UTC(1970, 0, 1);
const END = Date.UTC(2100, 0, 1);

/**
 * The instant that a cell says, in milliseconds since 1970.
 * @throws ImportRefusedError for what is no time from 1970 to 2099: other years have no calendar here
 */
export const instantIn = (column: string, cell: string, text = cell): number => {
  const time = Date.parse(text);
  if (time >= FIRST && time < END) return time;
  throw new ImportRefusedError(`“${cell.slice(0, 40)}” in ${column} is not a time from 1970 to 2099.`);
};

/** Sources with names that the lists of sources don't have. */
const HOSTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    github: 'github.com',
    'hacker news': 'news.ycombinator.com',
    perplexity: 'perplexity.ai',
    yahoo: 'yahoo.com',
    yandex: 'yandex.ru',
    baidu: 'baidu.com',
  }),
);

/** Events that the tracker sends by itself, by the names that other programs have for them. */
const EVENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'outbound link: click': 'Outbound Link',
    'outbound-link-click': 'Outbound Link',
    'file download': 'File Download',
    'file-download': 'File Download',
    file_download: 'File Download',
  }),
);

/** An event as the tracker names it. */
export const eventNamed = (text: string): string => EVENTS.get(text.trim().toLowerCase()) ?? text;

/**
 * The host that a source or referrer stands for, as the tracker would have stored it: all hosts of a known
 * source are one. A name that is none stays; empty for the website itself.
 */
export const referrerNamed = (text: string, domain: string): string => {
  const name = orNothing(text.trim());
  const known = hostOfSource(sourceLabel(name)) ?? HOSTS.get(name.toLowerCase());
  if (known !== undefined && !name.includes('/')) return referrerHost(`https://${known}`, domain);
  if (/^(https?|android-app):/i.test(name)) return referrerHost(name, domain);
  return /^[\w.-]+\.[a-z]{2,}(\/|$)/i.test(name) ? referrerHost(`https://${name}`, domain) : name;
};

/** A BCP 47 tag as browsers send it, in lower case; empty for what is none. */
export const languageNamed = (text: string): string => {
  const tag = orNothing(text).toLowerCase().replaceAll('_', '-');
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(tag) ? tag : '';
};

/** Pages are read with a host of their own: programs export what is none, too. */
const SOME_HOST = 'page.invalid';

/**
 * A path as the tracker would have stored it: without excluded parameters, in the website's spelling,
 * by its rules for pages, and with the host in front if that is another one than the website's.
 * `EXCLUDED_PAGE` for one that the website doesn't store.
 */
export const pageNamed = (
  path: string,
  host: string,
  { domain, spelling, rules, isExcludedParam, isNamedParam }: Omit<ImportTarget, 'tally' | 'timezone'>,
): string => {
  const text = orNothing(path);
  if (text === '') return '';
  const url = new URL(`https://${SOME_HOST}${text.startsWith('/') ? '' : '/'}${text}`);
  const { page } = readPageUrl(url, SOME_HOST, { isExcludedParam, isNamedParam }, spelling);
  const isOwnHost = host === '' || bareDomain(host.toLowerCase()) === bareDomain(domain);
  const named = isOwnHost ? page : `${host}${page}`;
  if (rules.isExcludedHost((isOwnHost ? domain : host).toLowerCase()) || rules.isExcludedPage(named))
    return EXCLUDED_PAGE;
  const rule = rules.ruleOf(named);
  return rule ? renamedBy(rule, named) : named;
};

/** The ISO 3166 code of a country given by code or by its name; empty for neither. */
export const countryNamed = (text: string): string =>
  /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : (countryCode(text) ?? foreignCountryCode(text) ?? '');

/**
 * A campaign in the website's spelling, without the parameters that it excludes by name, as the
 * tracker leaves them out.
 */
export const campaignNamed = (
  read: (param: keyof Campaign) => string,
  { isNamedParam, spelling }: Pick<ImportTarget, 'isNamedParam' | 'spelling'>,
): Campaign => spelledCampaign((param) => (isNamedParam(param) ? '' : read(param)), spelling);
