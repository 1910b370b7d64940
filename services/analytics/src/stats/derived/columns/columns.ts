import { VISIT_DIMENSIONS } from '../../../dimensions/dimension-names.ts';
import type { VisitDimension } from '../../../dimensions/dimension-names.ts';

/**
 * The columns of a block. It holds visits of one day, a visitor's visits next to each other, and
 * their hits in the order of the visits: one for each page a visit viewed and each event name it
 * sent.
 */
const NUMBER_COLUMNS = [
  /** Of visits: bits of TRAITS. */
  'traits',
  /** Of visits: whole seconds from the first to the last event. */
  'duration',
  /** Of visits, as they stand in `visits`, also of other days. */
  'pageviews',
  'events',
  'engaged',
  'scroll',
  /** Of visits: how many hits each has. */
  'hits',
  /**
   * Of hits: views of the page or events of the name on this day; 0 where there was only
   * engagement.
   */
  'hit_count',
  'hit_engaged',
  'hit_scroll',
] as const;
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];

/**
 * Columns of dictionary ids: a visit's value of each dimension, a hit's page, and its event name (0
 * for views).
 */
const CODED_COLUMNS = [...VISIT_DIMENSIONS, 'hit_page', 'hit_name'] as const;
export type CodedColumnName = VisitDimension | 'hit_page' | 'hit_name';

const NUMBERS: ReadonlySet<string> = new Set(NUMBER_COLUMNS);

export const isNumberColumn = (name: ColumnName): name is NumberColumn => NUMBERS.has(name);

export type ColumnName = NumberColumn | CodedColumnName;
export const COLUMNS: readonly ColumnName[] = [...NUMBER_COLUMNS, ...CODED_COLUMNS];

/** Columns of hits; the others are of visits. */
export type HitColumn = Extract<ColumnName, `hit_${string}`>;

export const isHitColumn = (name: ColumnName): name is HitColumn => name.startsWith('hit_');

export const TRAITS = {
  /** Began on this day; others are here for their hits. */
  isOwn: 1,
  isBounce: 2,
  /** Began on an earlier day or goes on on a later one; its id is in `crossing`. */
  crosses: 4,
  /** The first one of its visitor in the block. */
  isNewVisitor: 8,
} as const;
