import { COMPARISONS, isRangeDay, PRESETS } from '../stats/date-range.ts';
import type { Comparison, DateRange, Preset } from '../stats/date-range.ts';
import { EVENT_DIMENSIONS, VISIT_DIMENSIONS } from '../stats/dimensions.ts';
import type { Dimension } from '../stats/dimensions.ts';
import type { Condition } from '../stats/filter.ts';

/** Metrics that the chart can show; each has a tile. */
export const CHART_METRICS = [
  'visitors',
  'visits',
  'pageviews',
  'views_per_visit',
  'bounce_rate',
  'visit_duration',
  'engaged_time',
  'scroll_depth',
] as const;
export type ChartMetric = (typeof CHART_METRICS)[number];

/** Lists of the page; each can be opened as a longer table of its own. */
export const PANELS = [
  'channel',
  'referrer',
  'utm_campaign',
  'page',
  'entry_page',
  'exit_page',
  'country',
  'region',
  'city',
  'browser',
  'os',
  'device',
  'screen',
  'language',
  'event',
] as const satisfies readonly Dimension[];
export type Panel = (typeof PANELS)[number];

/** What the address of a statistics page asks for. */
export interface PageQuery {
  readonly period: Preset | DateRange;
  readonly compare: Comparison | undefined;
  readonly metric: ChartMetric;
  readonly filters: readonly Condition[];
  /** The list that is opened, and its page. */
  readonly panel: Panel | undefined;
  readonly number: number;
  /** Token of a signed link, which each link of the page passes on. */
  readonly access: string | undefined;
}

export const DEFAULT_PERIOD: Preset = '28d';
const MAX_FILTERS = 10;

const member = <Item extends string>(list: readonly Item[], text: string | null): Item | undefined =>
  list.find((item) => item === text);

const OPERATORS = { '=': 'is', '!': 'is_not', '~': 'contains' } as const;

/** Reads `country=DE`, `page~/blog` or `browser!Safari`; undefined for what isn't a filter. */
const parseFilter = (text: string): Condition | undefined => {
  const [, name = '', sign = '', value = ''] = /^([a-z_]+)([=!~])(.{0,2000})$/s.exec(text) ?? [];
  const dimension = member([...VISIT_DIMENSIONS, ...EVENT_DIMENSIONS], name);
  const operator = sign === '=' || sign === '!' || sign === '~' ? OPERATORS[sign] : undefined;
  return dimension && operator && value !== '' ? { dimension, operator, values: [value] } : undefined;
};

const SIGNS: Record<Condition['operator'], string> = { is: '=', is_not: '!', contains: '~', matches: '~' };

/** The filter as text, as `parseFilter` reads it. */
export const filterText = ({ dimension, operator, values }: Condition): string =>
  `${dimension}${SIGNS[operator]}${values[0] ?? ''}`;

const parsePeriod = (parameters: URLSearchParams): Preset | DateRange => {
  const [from, to] = [parameters.get('from') ?? '', parameters.get('to') ?? ''];
  // Dates in the wrong order are a range as well.
  if (isRangeDay(from) && isRangeDay(to)) return from <= to ? { from, to } : { from: to, to: from };
  return member(PRESETS, parameters.get('period')) ?? DEFAULT_PERIOD;
};

/** Reads the address of a page. A page is for people: what can't be understood is left out instead of refused. */
export const parsePageQuery = (parameters: URLSearchParams): PageQuery => ({
  period: parsePeriod(parameters),
  compare: member(COMPARISONS, parameters.get('compare')),
  metric: member(CHART_METRICS, parameters.get('metric')) ?? 'visitors',
  filters: parameters
    .getAll('f')
    .slice(0, MAX_FILTERS)
    .flatMap((text) => parseFilter(text) ?? []),
  panel: member(PANELS, parameters.get('panel')),
  number: Math.min(10_000, Math.max(1, Math.floor(Number(parameters.get('page')) || 1))),
  access: parameters.get('access') ?? undefined,
});

/** The query string of a page, the shortest that means the same. Empty, or with `?` in front. */
export const pageQueryString = (query: PageQuery): string => {
  const parameters = new URLSearchParams();
  if (typeof query.period === 'object') {
    parameters.set('from', query.period.from);
    parameters.set('to', query.period.to);
  } else if (query.period !== DEFAULT_PERIOD) parameters.set('period', query.period);
  if (query.compare !== undefined) parameters.set('compare', query.compare);
  if (query.metric !== 'visitors') parameters.set('metric', query.metric);
  for (const filter of query.filters) parameters.append('f', filterText(filter));
  if (query.panel !== undefined) parameters.set('panel', query.panel);
  if (query.number > 1) parameters.set('page', String(query.number));
  if (query.access !== undefined) parameters.set('access', query.access);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
};

/** The address that differs from a page's by some parts; a change of what is counted goes back to the first page of a list. */
export const linkTo = (query: PageQuery, changes: Partial<PageQuery>): string =>
  pageQueryString({ ...query, number: 1, ...changes }) || '?';
