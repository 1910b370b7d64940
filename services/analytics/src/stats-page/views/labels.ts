import { countryName } from '../../geo/countries.ts';
import type { Comparison, DateRange, Preset } from '../../stats/date-range.ts';
import type { Interval } from '../../stats/dimensions.ts';
import { formatCompact, formatDuration, formatPercent, formatTenths } from '../number-format.ts';
import type { ScaleUnit } from '../chart-scale.ts';
import type { ChartMetric, Panel } from '../page-query.ts';

export const METRIC_TITLES: Readonly<Record<ChartMetric, string>> = {
  visitors: 'Visitors',
  visits: 'Visits',
  pageviews: 'Page views',
  views_per_visit: 'Views per visit',
  bounce_rate: 'Bounce rate',
  visit_duration: 'Visit duration',
  engaged_time: 'Time on page',
  scroll_depth: 'Scroll depth',
};

/** A fall of these is an improvement. */
export const LESS_IS_BETTER: ReadonlySet<ChartMetric> = new Set(['bounce_rate']);

/** How the chart's axis counts a metric. */
export const METRIC_UNITS: Readonly<Record<ChartMetric, ScaleUnit>> = {
  visitors: 'count',
  visits: 'count',
  pageviews: 'count',
  views_per_visit: 'ratio',
  bounce_rate: 'share',
  visit_duration: 'seconds',
  engaged_time: 'seconds',
  scroll_depth: 'count',
};

/** A metric's value as people read it; a dash for a mean of nothing. */
export const formatMetric = (metric: ChartMetric, value: number | null | undefined): string => {
  if (value === null || value === undefined) return '–';
  if (metric === 'bounce_rate') return formatPercent(value);
  if (metric === 'scroll_depth') return formatPercent(value / 100);
  if (metric === 'visit_duration' || metric === 'engaged_time') return formatDuration(value);
  return metric === 'views_per_visit' ? formatTenths(value) : formatCompact(value);
};

export const PANEL_TITLES: Readonly<Record<Panel, string>> = {
  channel: 'Channels',
  referrer: 'Referrers',
  utm_campaign: 'Campaigns',
  page: 'Pages',
  entry_page: 'Entry pages',
  exit_page: 'Exit pages',
  country: 'Countries',
  region: 'Regions',
  city: 'Cities',
  browser: 'Browsers',
  os: 'Operating systems',
  device: 'Devices',
  screen: 'Screens',
  language: 'Languages',
  event: 'Events',
};

/** The dimension's name in front of a filter's value. */
export const DIMENSION_TITLES: Readonly<Record<string, string>> = {
  channel: 'Channel',
  referrer: 'Referrer',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'Campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
  page: 'Page',
  entry_page: 'Entry page',
  exit_page: 'Exit page',
  country: 'Country',
  region: 'Region',
  city: 'City',
  browser: 'Browser',
  os: 'Operating system',
  device: 'Device',
  screen: 'Screen',
  language: 'Language',
  event: 'Event',
};

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

const languageName = (tag: string): string => {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What must not come out of its encoding: it can't be seen, turns the text around it, or would change what the path means.
 * Not so the joiners, of which emoji and Persian are made.
 */
const HIDDEN = /(?![\u200C\u200D])[\p{C}\p{Z}%/?#&=+]/u;

const decoded = (encoded: string): string => {
  try {
    return Array.from(decodeURIComponent(encoded), (character) =>
      HIDDEN.test(character) ? encodeURIComponent(character) : character,
    ).join('');
  } catch {
    return encoded;
  }
};

/** A path as browsers show it: `/caf%C3%A9` as `/café`. */
export const readablePath = (path: string): string => path.replace(/(?:%[\da-f]{2})+/gi, decoded);

/** A dimension's value as people read it. */
export const formatValue = (dimension: string, value: string): string => {
  if (dimension === 'page' || dimension === 'entry_page' || dimension === 'exit_page')
    return readablePath(value);
  if (dimension === 'country') return countryName(value);
  if (dimension === 'language') return languageName(value);
  return dimension === 'channel' || dimension === 'device' ? capitalised(value) : value;
};

export const PERIOD_TITLES: Readonly<Record<Preset, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': '7 days',
  '28d': '28 days',
  '30d': '30 days',
  '91d': '91 days',
  '12mo': '12 months',
  week: 'This week',
  month: 'This month',
  last_month: 'Last month',
  year: 'This year',
  last_year: 'Last year',
  all: 'All time',
};

export const COMPARISON_TITLES: Readonly<Record<Comparison, string>> = {
  previous_period: 'Previous period',
  previous_year: 'Previous year',
};

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const fullDayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `3 Mar – 9 Mar 2026`. */
export const formatRange = ({ from, to }: DateRange): string => {
  const end = fullDayFormat.format(new Date(to));
  if (from === to) return end;
  const start = from.slice(0, 4) === to.slice(0, 4) ? dayFormat : fullDayFormat;
  return `${start.format(new Date(from))} – ${end}`;
};

/** A bucket's label as it stands under the chart. */
export const formatBucket = (interval: Interval, label: string): string => {
  switch (interval) {
    case 'minute':
    case 'hour':
      return label.slice(11, 16);
    case 'month':
      return monthFormat.format(new Date(`${label}-01`));
    case 'year':
      return label;
    default:
      return dayFormat.format(new Date(label));
  }
};
