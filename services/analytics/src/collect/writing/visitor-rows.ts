import { HIT_DIMENSIONS } from '../../dimensions/stored-dimensions.ts';
import type { HitDimension } from '../../dimensions/stored-dimensions.ts';
import type { Visit, Visitor } from '../visits/visit.ts';

export interface VisitorRow {
  website_id: number;
  visitor_id: string;
  continues: string;
  day: string;
  seen: number[];
}

export type VisitRow = Record<`${HitDimension}_id`, number> & {
  website_id: number;
  visitor_id: string;
  visit_id: string;
  started_ms: string;
  last_ms: string;
  pageviews: number;
  events: number;
  engaged_ms: number;
  scroll: number;
  first_today: number;
  entry_page_id: number;
  exit_page_id: number;
};

/**
 * What is read of a visit besides its times. The columns are named, as prepared statements of a
 * running process fail once a migration has added a column to a row that they return as a whole.
 */
export const VISIT_COLUMNS: readonly Exclude<keyof VisitRow, 'started_ms' | 'last_ms'>[] = [
  'website_id',
  'visitor_id',
  'visit_id',
  'pageviews',
  'events',
  'engaged_ms',
  'scroll',
  'first_today',
  'entry_page_id',
  'exit_page_id',
  ...HIT_DIMENSIONS.map((dimension) => `${dimension}_id` as const),
];

/** A row of `visitors`. */
export const toVisitor = (row: VisitorRow): Visitor => ({
  websiteId: row.website_id,
  visitorId: row.visitor_id,
  continues: row.continues,
  day: row.day,
  seen: row.seen,
});

/** A row of `visits`. */
export const toVisit = (row: VisitRow): Visit => ({
  websiteId: row.website_id,
  visitorId: row.visitor_id,
  visitId: row.visit_id,
  startedAt: Number(row.started_ms),
  lastAt: Number(row.last_ms),
  pageviews: row.pageviews,
  events: row.events,
  engagedMs: row.engaged_ms,
  scroll: row.scroll,
  entryPageId: row.entry_page_id,
  exitPageId: row.exit_page_id,
  firstToday: row.first_today,
  dimensionIds: Object.fromEntries(
    HIT_DIMENSIONS.map((dimension) => [dimension, row[`${dimension}_id`]]),
  ) as Record<HitDimension, number>,
});
