import { invalid } from '@platform/errors';

import { countryCode, countryName } from '../geo/countries.ts';
import { isProperty, PAGE_DIMENSIONS } from '../dimensions/dimension-names.ts';
import type { Dimension, GroupBy, TimeDimension } from '../dimensions/dimension-names.ts';
import { INTERVALS } from '../calendar/interval.ts';
import { originLabel } from '../stats/sql/origin-labels.ts';
import { HOSTNAMES, pageOfHostname } from './plausible-hostnames.ts';

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

const isTimeName = (name: string): name is TimeDimension =>
  INTERVALS.some((interval) => name === `time:${interval}`);

/** The dimension to split by; `time` alone is days, or hours of a single day. @throws AppError `invalid` */
export const groupNamed = (name: string, isOneDay: boolean): GroupBy => {
  if (name === 'time') return isOneDay ? 'time:hour' : 'time:day';
  return isTimeName(name) ? name : find(name).dimension;
};

const NOTHING = '(none)';

/** A value as Plausible writes it: times without a zone, months as their first day. */
export const shownValue = (name: string, value: string): string => {
  if (name === 'time' || isTimeName(name)) {
    if (value.includes('T')) return value.slice(0, 19).replace('T', ' ');
    return value.length === 'YYYY-MM'.length ? `${value}-01` : value;
  }
  const { dimension, shown } = find(name);
  return value === '' && isProperty(dimension) ? NOTHING : shown(value);
};
