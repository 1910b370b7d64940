import type { Column, Metric } from './source.ts';

/** How a metric's values are written. */
export type Unit = 'count' | 'ratio' | 'share' | 'percent' | 'seconds';

interface MetricDefinition {
  readonly unit: Unit;
  /** True where a fall is good news. */
  readonly isLessBetter?: true;
  /** True for what only the tracker can measure: a zero would be misleading. */
  readonly isMeasured?: true;
}

/** Every metric of the API, in the order of the tiles; one that it adds is a type error until it is here. */
export const METRIC_DEFINITIONS: Readonly<Record<Metric, MetricDefinition>> = {
  visitors: { unit: 'count' },
  visits: { unit: 'count' },
  pageviews: { unit: 'count' },
  views_per_visit: { unit: 'ratio' },
  bounce_rate: { unit: 'share', isLessBetter: true },
  visit_duration: { unit: 'seconds' },
  engaged_time: { unit: 'seconds', isMeasured: true },
  scroll_depth: { unit: 'percent', isMeasured: true },
  events: { unit: 'count' },
};

export const METRICS = Object.keys(METRIC_DEFINITIONS) as readonly Metric[];

/** Cards of the page, in their order. */
const CARD_IDS = ['sources', 'pages', 'places', 'devices', 'actions'] as const;
export type CardId = (typeof CARD_IDS)[number];

/** List that a card can show: values of a dimension, or something else. */
export type ListId = Column | 'map' | 'goals' | 'funnels' | 'properties';

/** The card of every dimension of the API, in its order; a new one is a type error until it is here. */
const CARD_OF: Readonly<Record<Column, CardId>> = {
  channel: 'sources',
  referrer: 'sources',
  utm_campaign: 'sources',
  utm_source: 'sources',
  utm_medium: 'sources',
  utm_term: 'sources',
  utm_content: 'sources',
  page: 'pages',
  entry_page: 'pages',
  exit_page: 'pages',
  country: 'places',
  region: 'places',
  city: 'places',
  language: 'places',
  device: 'devices',
  browser: 'devices',
  os: 'devices',
  screen: 'devices',
  browser_version: 'devices',
  os_version: 'devices',
  event: 'actions',
};

export const COLUMNS = Object.keys(CARD_OF) as readonly Column[];

const OWN_LISTS: Readonly<Partial<Record<CardId, readonly ListId[]>>> = {
  places: ['map'],
  actions: ['properties'],
};

const listsOf = (card: CardId): readonly ListId[] => {
  const columns = COLUMNS.filter((column) => CARD_OF[column] === card);
  if (card === 'actions') return ['goals', 'funnels', ...columns, ...(OWN_LISTS.actions ?? [])];
  return [...columns, ...(OWN_LISTS[card] ?? [])];
};

export interface Card {
  readonly id: CardId;
  /** List shown until another one is chosen. */
  readonly first: ListId;
  readonly lists: readonly ListId[];
}

export const CARDS: readonly Card[] = CARD_IDS.map((id) => {
  const lists = listsOf(id);
  return { id, lists, first: lists[0] ?? 'page' };
});

/** Numbers of a row in a card: the one it is sorted by, and those beside it. */
export const cardMetric = (dimension: string): Metric =>
  dimension === 'event' || dimension.startsWith('prop:') ? 'events' : 'visitors';

/** All that a table can show of a dimension: pages and events lack some of the sums. */
export const tableMetrics = (dimension: string): readonly Metric[] => {
  if (dimension === 'event' || dimension.startsWith('prop:')) return ['events', 'visitors', 'visits'];
  return METRICS.filter((metric) => metric !== 'events');
};
