import { plainArray } from '@platform/database';

import { onOneShard } from '../../cluster/one-shard.ts';
import { HIT_DIMENSIONS } from '../../dimensions/stored-dimensions.ts';
import type { HitDimension } from '../../dimensions/stored-dimensions.ts';
import type { Month } from '../../partitions/month.ts';
import { partitionName } from '../../partitions/partitions-store.ts';
import type { KnownVisitors, Visit, Visitor } from '../visits/visit.ts';
import type { VisitorKey } from '../visits/settle.ts';
import type { Run } from './statement.ts';

interface VisitorRow {
  website_id: number;
  visitor_id: string;
  continues: string;
  day: string;
  seen: number[];
}

type VisitRow = Record<`${HitDimension}_id`, number> & {
  website_id: number;
  visitor_id: string;
  visit_id: string;
  started_ms: string;
  last_ms: string;
  pageviews: number;
  events: number;
  passive_events: number;
  engaged_ms: number;
  scroll: number;
  view_scroll: number;
  first_today: number;
  entry_page_id: number;
  exit_page_id: number;
};

/**
 * Columns read of a visit besides its times. They are named because a running process's prepared
 * statements fail if they return a whole row to which a migration has added a column.
 */
const VISIT_COLUMNS: readonly Exclude<keyof VisitRow, 'started_ms' | 'last_ms'>[] = [
  'website_id',
  'visitor_id',
  'visit_id',
  'pageviews',
  'events',
  'passive_events',
  'engaged_ms',
  'scroll',
  'view_scroll',
  'first_today',
  'entry_page_id',
  'exit_page_id',
  ...HIT_DIMENSIONS.map((dimension) => `${dimension}_id` as const),
];

/** A row of `visitors`. */
const toVisitor = (row: VisitorRow): Visitor => ({
  websiteId: row.website_id,
  visitorId: row.visitor_id,
  continues: row.continues,
  day: row.day,
  seen: row.seen,
});

/** A row of `visits`. */
const toVisit = (row: VisitRow): Visit => ({
  websiteId: row.website_id,
  visitorId: row.visitor_id,
  visitId: row.visit_id,
  startedAt: Number(row.started_ms),
  lastAt: Number(row.last_ms),
  pageviews: row.pageviews,
  events: row.events,
  passiveEvents: row.passive_events,
  engagedMs: row.engaged_ms,
  scroll: row.scroll,
  viewScroll: row.view_scroll,
  entryPageId: row.entry_page_id,
  exitPageId: row.exit_page_id,
  firstToday: row.first_today,
  dimensionIds: Object.fromEntries(
    HIT_DIMENSIONS.map((dimension) => [dimension, row[`${dimension}_id`]]),
  ) as Record<HitDimension, number>,
});

const LOAD_VISITORS = `
  SELECT v.website_id, v.visitor_id, v.continues, v.day::text AS day, v.seen
  FROM unnest($1::integer[], $2::bigint[]) AS k (website_id, visitor_id)
  JOIN visitors v USING (website_id, visitor_id)`;

const LOAD_VISITORS_OF_SHARD = `${LOAD_VISITORS} WHERE ${onOneShard('v.website_id', '$3')}`;

const epochMs = (column: string): string => `(extract(epoch FROM v.${column}) * 1000)::bigint`;

/**
 * Reads the months' partitions directly. A condition on `started_at` would choose them, too, but
 * makes the index (website_id, started_at) look as good as the key; then every visitor costs all
 * visits of the website.
 */
const loadVisits = (month: Month, onShard = 'true'): string => `
  WITH k AS (SELECT * FROM unnest($1::integer[], $2::bigint[]) AS k (website_id, visitor_id)),
  wanted AS (
    SELECT website_id, visitor_id FROM k
    UNION SELECT v.website_id, v.continues FROM k JOIN visitors v USING (website_id, visitor_id)
      WHERE v.continues <> 0 AND ${onShard}
  )
  SELECT ${VISIT_COLUMNS.map((column) => `v.${column}`).join(', ')},
    ${epochMs('started_at')} AS started_ms, ${epochMs('last_at')} AS last_ms
  FROM wanted JOIN ${partitionName('visits', month)} v USING (website_id, visitor_id)
  WHERE ${onShard}`;

/** Reads visitors, and their visits that began in these months, oldest first. */
export const loadKnownVisitors = async (
  run: Run,
  keys: readonly VisitorKey[],
  months: readonly Month[],
): Promise<KnownVisitors> => {
  const values = [
    plainArray(keys.map(({ websiteId }) => websiteId)),
    plainArray(keys.map(({ visitorId }) => visitorId)),
  ];
  const [visitors, ...visits] = await Promise.all([
    run<VisitorRow>({
      name: 'load_visitors',
      text: LOAD_VISITORS,
      clusterText: LOAD_VISITORS_OF_SHARD,
      values,
    }),
    ...months.map((month) =>
      run<VisitRow>({
        name: `load_visits_${month}`,
        text: loadVisits(month),
        clusterText: loadVisits(month, onOneShard('v.website_id', '$3')),
        values,
      }),
    ),
  ]);
  return {
    visitors: visitors.rows.map(toVisitor),
    visits: visits
      .flatMap(({ rows }) => rows)
      .map(toVisit)
      .sort((a, b) => a.startedAt - b.startedAt),
  };
};
