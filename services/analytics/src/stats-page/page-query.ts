import { COMPARISONS, isRangeDay, PRESETS } from '../calendar/date-range.ts';
import type { Comparison, DateRange, Preset } from '../calendar/date-range.ts';
import { toOpenList } from '../dimensions/panels.ts';
import type { OpenList } from '../dimensions/panels.ts';
import { TILE_METRICS } from '../metrics/metric-values.ts';
import type { TileMetric } from '../metrics/metric-values.ts';
import type { AskedCondition } from '../stats/query/filter.ts';
import { filterText, member, parseFilter } from './page-filters.ts';

/** Query in the address of a statistics page. */
export interface PageQuery {
  readonly period: Preset | DateRange;
  readonly compare: Comparison | undefined;
  readonly metric: TileMetric;
  readonly filters: readonly AskedCondition[];
  /** Id of the segment that is shown. */
  readonly segment: number | undefined;
  /** View shown instead of the lists. */
  readonly view: View | undefined;
  /** Page for which journeys are shown; the most viewed one by default. */
  readonly at: string | undefined;
  /** The open list, and its page. */
  readonly panel: OpenList | undefined;
  readonly number: number;
  /** Signature of a link, which every link of the page passes on. */
  readonly access: string | undefined;
}

const VIEWS = ['goals', 'journeys', 'vitals'] as const;
export type View = (typeof VIEWS)[number];

export const DEFAULT_PERIOD: Preset = '28d';

const MAX_FILTERS = 10;

const parsePeriod = (parameters: URLSearchParams): Preset | DateRange => {
  const [from, to] = [parameters.get('from') ?? '', parameters.get('to') ?? ''];
  // Reversed dates are a range as well.
  if (isRangeDay(from) && isRangeDay(to)) return from <= to ? { from, to } : { from: to, to: from };
  return member(PRESETS, parameters.get('period')) ?? DEFAULT_PERIOD;
};

/** Without the parameters that have NUL in them, which PostgreSQL knows in no text. */
const withoutNul = (parameters: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...parameters].filter(([, value]) => !value.includes('\0')));

/** Of parameters without NUL. */
const pageQueryOf = (parameters: URLSearchParams): PageQuery => ({
  period: parsePeriod(parameters),
  compare: member(COMPARISONS, parameters.get('compare')),
  metric: member(TILE_METRICS, parameters.get('metric')) ?? 'visitors',
  filters: parameters
    .getAll('f')
    .slice(0, MAX_FILTERS)
    .flatMap((text) => parseFilter(text) ?? []),
  segment: /^[1-9]\d{0,8}$/.test(parameters.get('segment') ?? '')
    ? Number(parameters.get('segment'))
    : undefined,
  view:
    toOpenList(parameters.get('panel') ?? '') === undefined
      ? member(VIEWS, parameters.get('view'))
      : undefined,
  at: parameters.get('at')?.slice(0, 1_024) || undefined,
  panel: toOpenList(parameters.get('panel') ?? ''),
  number: Math.min(10_000, Math.max(1, Math.floor(Number(parameters.get('page')) || 1))),
  access: parameters.get('access') ?? undefined,
});

/**
 * Reads a page's address. Pages are for people, so what can't be understood is ignored, not
 * refused.
 */
export const parsePageQuery = (parameters: URLSearchParams): PageQuery => pageQueryOf(withoutNul(parameters));

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
  if (query.segment !== undefined) parameters.set('segment', String(query.segment));
  if (query.view !== undefined) parameters.set('view', query.view);
  if (query.at !== undefined) parameters.set('at', query.at);
  if (query.panel !== undefined) parameters.set('panel', query.panel);
  if (query.number > 1) parameters.set('page', String(query.number));
  if (query.access !== undefined) parameters.set('access', query.access);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
};

/** The address of a page with some parts changed; it goes back to the first page of a list. */
export const linkTo = (query: PageQuery, changes: Partial<PageQuery>): string =>
  pageQueryString({ ...query, number: 1, ...changes }) || '?';
