import { invalid } from '@platform/errors';
import { countryCode, countryName } from '../geo/geo-lookup.ts';
import { isProperty, PAGE_DIMENSIONS } from '../dimensions/dimension-names.ts';
import type { Dimension, GroupBy, TimeDimension, ColumnDimension } from '../dimensions/dimension-names.ts';
import { INTERVALS } from '../calendar/date-range.ts';
import { DIRECT, originLabel } from '../stats/sql/origin-labels.ts';
import { createGlob } from '../exclusions/rules/exclude-params.ts';
import type { Condition, Filter } from '../stats/query/filter.ts';
import { bareDomain } from '../websites/domain-name.ts';
import { literalExpression } from './plausible-expressions.ts';

/** A page has its host in front unless it is the website’s. */
const PAGES: Readonly<Record<string, ColumnDimension>> = {
  'event:hostname': 'page',
  'visit:entry_page_hostname': 'entry_page',
  'visit:exit_page_hostname': 'exit_page',
};

/** Plausible’s names of the hosts of pages. */
const HOSTNAMES = Object.keys(PAGES);

/** The dimension of the pages whose hosts a name of Plausible’s is about. */
export const pageOfHostname = (name: string): ColumnDimension | undefined =>
  Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;

/** Pages of the website’s own domain. */
const ownPages = (dimension: ColumnDimension): Condition => ({
  dimension,
  operator: 'matches',
  values: ['/*'],
});

/** Pages of other hosts. */
export const foreignPages = (dimension: ColumnDimension): Condition => ({
  dimension,
  operator: 'matches_not',
  values: ['/*'],
});

/** The host of a page as it is stored. */
export const hostOfPage = (page: string, domain: string): string => {
  const [host = ''] = page.split('/', 1);
  return host === '' ? domain : host;
};

/** Of a host’s name (RFC 1035). */
const MOST_CHARACTERS = 253;
/** Each costs PostgreSQL time when it reads the expression. */
const MOST_STARS = 10;

/** @throws AppError `invalid` for what can be no host */
const readPattern = (pattern: string): string => {
  const lower = pattern.toLowerCase().replaceAll(/\*+/g, '*');
  if (lower.length > MOST_CHARACTERS || lower.split('*').length > MOST_STARS + 1)
    throw invalid([
      {
        field: 'filters',
        message: `"${pattern.slice(0, 60)}…": a host has at most ${MOST_CHARACTERS} characters, and ${MOST_STARS} times *`,
      },
    ]);
  return lower;
};

/** Pages of the hosts that fit a pattern with `*`. */
const pagesOf = (dimension: ColumnDimension, pattern: string, domain: string): Filter => {
  const lower = readPattern(pattern);
  const fits = createGlob(lower);
  const bare = bareDomain(domain);
  // Pages of both are stored without their host.
  const isOwn = fits(domain) || fits(bare) || lower === `www.${bare}`;
  const expression = `^${lower.split('*').map(literalExpression).join('[^/]*')}/`;
  const others: Condition = { dimension, operator: 'matches', compared: 'expression', values: [expression] };
  return isOwn ? { or: [ownPages(dimension), others] } : others;
};

/** Pages of any of the hosts. @param toPattern of what is asked for: the host itself, or with `*` */
export const hostFilter = (
  dimension: ColumnDimension,
  hosts: readonly string[],
  domain: string,
  toPattern: (host: string) => string,
): Filter => ({ or: hosts.map((host) => pagesOf(dimension, toPattern(host), domain)) });

interface PlausibleDimension {
  readonly dimension: Dimension;
  /** A value of ours as Plausible writes it. */
  readonly shown: (value: string) => string;
  /** A value of Plausible's as it is stored here. */
  readonly stored: (value: string) => string;
}

const plain = (text: string): string => text;
const of = (dimension: Dimension, shown = plain, stored = plain): PlausibleDimension => ({
  dimension,
  shown,
  stored,
});
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const DIMENSIONS: Readonly<Record<string, PlausibleDimension>> = {
  'event:page': of('page'),
  'event:name': of('event'),
  'event:goal': of('event'),
  // Clients show and send the names that Plausible's own page has: filters compare them as well.
  'visit:source': of('source', (value) => originLabel('source', value)),
  'visit:referrer': of('origin', (value) => originLabel('origin', value)),
  'visit:channel': of('channel'),
  'visit:utm_source': of('utm_source'),
  'visit:utm_medium': of('utm_medium'),
  'visit:utm_campaign': of('utm_campaign'),
  'visit:utm_content': of('utm_content'),
  'visit:utm_term': of('utm_term'),
  'visit:entry_page': of('entry_page'),
  'visit:exit_page': of('exit_page'),
  'visit:screen': of('device', capitalised, (value) => value.toLowerCase()),
  'visit:device': of('device', capitalised, (value) => value.toLowerCase()),
  'visit:browser': of('browser'),
  'visit:browser_version': of('browser_version'),
  'visit:os': of('os'),
  'visit:os_version': of('os_version'),
  'visit:country': of('country', plain, (value) => value.toUpperCase()),
  'visit:country_name': of('country', countryName, (name) => countryCode(name) ?? name),
  'visit:region': of('region'),
  'visit:region_name': of('region'),
  'visit:city': of('city'),
  'visit:city_name': of('city'),
};

const PROPERTY = 'event:props:';

const find = (name: string): PlausibleDimension => {
  if (name.startsWith(PROPERTY) && name.length > PROPERTY.length && name.length <= 100 + PROPERTY.length)
    return of(`prop:${name.slice(PROPERTY.length)}`);
  const found = Object.hasOwn(DIMENSIONS, name) ? DIMENSIONS[name] : undefined;
  if (found === undefined)
    throw invalid([
      {
        field: 'dimensions',
        message: `Unknown dimension "${name.slice(0, 60)}". There are: ${[...Object.keys(DIMENSIONS), ...HOSTNAMES, `${PROPERTY}<name>`].join(', ')}`,
      },
    ]);
  return found;
};

/** The dimension that a filter of Plausible's is about. @throws AppError `invalid` */
export const filterDimension = (name: string): Dimension => find(name).dimension;

/** True for a filter of addresses, which are stored percent-encoded. @throws AppError `invalid` */
export const isOfPages = (name: string): boolean =>
  pageOfHostname(name) === undefined && PAGE_DIMENSIONS.some((page) => page === filterDimension(name));

/** A filter's value as it is stored here. */
export const storedValue = (name: string, value: string): string => find(name).stored(value);

const NOTHING = '(none)';
const NOT_SET = '(not set)';

/** Dimensions of visits of which one may have no value. */
const MAY_LACK = new Set([
  ...['source', 'medium', 'campaign', 'content', 'term'].map((part) => `visit:utm_${part}`),
  ...['screen', 'device', 'browser', 'browser_version', 'os', 'os_version'].map((part) => `visit:${part}`),
]);

/** True for a dimension that also has a row for what has no value of it. */
export const mayLack = (name: string): boolean =>
  MAY_LACK.has(name) || (name.startsWith(PROPERTY) && isProperty(find(name).dimension));

/** True for the name that Plausible gives to having no value. */
export const isNoValue = (name: string, value: string): boolean => {
  if (name.startsWith(PROPERTY)) return value === NOTHING;
  return value === NOT_SET || (name.startsWith('visit:utm_') && value === DIRECT);
};

const isTimeName = (name: string): name is TimeDimension =>
  INTERVALS.some((interval) => name === `time:${interval}`);

/** Days up to which `time` alone is in these steps; beyond them it is in months. */
const MOST_DAYS: readonly (readonly [number, TimeDimension])[] = [
  [2, 'time:hour'],
  [41, 'time:day'],
  [371, 'time:week'],
];

/** The dimension to split by. @param days that the question is about @throws AppError `invalid` */
export const groupNamed = (name: string, days: number): GroupBy => {
  if (name === 'time') return MOST_DAYS.find(([most]) => days <= most)?.[1] ?? 'time:month';
  return isTimeName(name) ? name : find(name).dimension;
};

/** A value as Plausible writes it: times without a zone, months as their first day. */
export const shownValue = (name: string, value: string): string => {
  if (name === 'time' || isTimeName(name)) {
    if (value.includes('T')) return value.slice(0, 19).replace('T', ' ');
    return value.length === 'YYYY-MM'.length ? `${value}-01` : value;
  }
  const { dimension, shown } = find(name);
  if (value === '' && isProperty(dimension)) return NOTHING;
  return value === '' && MAY_LACK.has(name) ? NOT_SET : shown(value);
};
