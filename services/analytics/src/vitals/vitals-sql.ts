import { spanOf } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { isVisitDimension, EVENT_KINDS } from '../dimensions/dimension-names.ts';
import { join, literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { asksForBehaviour, conditionsOf, forRowsOf } from '../stats/query/filter.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import { filterSql } from '../stats/sql/filter-sql.ts';
import type { FittingIds } from '../stats/sql/filter-sql.ts';
import { LONGEST_VISIT, within } from '../stats/sql/grouped-sql.ts';
import { GAMMA, VITALS } from './vitals.ts';
import type { VitalDefinition } from './vitals.ts';

/** Dimensions by which web vitals can be split. */
export const VITAL_DIMENSIONS = ['page', 'device'] as const;
export type VitalDimension = (typeof VITAL_DIMENSIONS)[number];

/** Days of a website, in visits and on pages for which a filter holds. */
export interface VitalsDays {
  readonly site: Site;
  readonly range: DateRange;
  readonly filter: Filter;
}

/** True for what the histograms can answer, which are kept by page and device. */
const fitsHistograms = (filter: Filter): boolean =>
  !asksForBehaviour(filter) &&
  conditionsOf(filter).every(({ dimension }) => dimension === 'page' || dimension === 'device');

/** Rows of `page_id`, `device_id`, `vital`, `bucket` and `hits` of the histograms. */
const histogramRows = ({ site, range, filter }: VitalsDays, ids: FittingIds): Sql => {
  const asked = { site, filter, span: spanOf(range, site.timezone) };
  // Named as the events and visits that the filter speaks of.
  return sql`SELECT e.page_id, v.device_id, e.vital, e.bucket, e.hits
    FROM rollup_vitals e CROSS JOIN LATERAL (SELECT e.device_id) AS v
    WHERE e.website_id = ${site.id} AND e.day BETWEEN ${range.from}::date AND ${range.to}::date
      AND ${filterSql(asked, ids)}`;
};

/** The bucket of `value` as `bucketOf` has it. */
const bucketSql = ({ digits }: VitalDefinition): Sql => {
  const units = sql`round(value * ${10 ** digits}::float8)`;
  return sql`CASE WHEN ${units} < 1 THEN 0 ELSE 1 + ceil(ln(${units}) / ${Math.log(GAMMA)}::float8) END`;
};

/** The same of the measurements themselves, for other filters. */
const measuredRows = ({ site, range, filter }: VitalsDays, ids: FittingIds): Sql => {
  const span = spanOf(range, site.timezone);
  const measured = join(
    VITALS.map(({ id, number }) => sql`(${number}::int, (e.props ->> ${id})::float8)`),
    ', ',
  );
  const bucket = join(
    VITALS.map((vital) => sql`WHEN ${vital.number} THEN ${bucketSql(vital)}`),
    ' ',
  );
  return sql`SELECT e.page_id, v.device_id, m.vital, (CASE m.vital ${bucket} END)::int AS bucket, 1 AS hits
    FROM events e JOIN visits v ON v.website_id = ${site.id} AND v.visit_id = e.visit_id
      AND ${within('v.started_at', span.start - LONGEST_VISIT, span.end)}
    CROSS JOIN LATERAL (VALUES ${measured}) AS m (vital, value)
    WHERE e.website_id = ${site.id} AND ${within('e.ts', span.start, span.end)} AND e.kind = ${EVENT_KINDS.vitals}
      AND m.value IS NOT NULL AND ${filterSql({ site, span, filter }, ids)}`;
};

/** A filter for measurements, which know their page and visit. */
export const measurementFilter = (filter: Filter): Filter =>
  forRowsOf(filter, (dimension) => dimension === 'page' || isVisitDimension(dimension));

/**
 * Rows of `id` (null for all together), `value`, `vital`, `samples` and the `bucket` that holds the
 * 75th percentile: the smallest bucket such that three quarters of the samples lie in it or below.
 * @param days with a filter of `measurementFilter`
 */
export const vitalsSql = (
  days: VitalsDays,
  dimension: VitalDimension,
  ids: FittingIds,
  limit: number,
): Sql => {
  const websiteId = days.site.id;
  const rows = fitsHistograms(days.filter) ? histogramRows : measuredRows;
  return sql`
    WITH counted AS MATERIALIZED (
      SELECT ${literal(`${dimension}_id`)} AS id, vital, bucket, sum(hits) AS hits FROM (${rows(days, ids)}) AS rows
      GROUP BY 1, 2, 3 HAVING sum(hits) > 0),
    shown AS (
      SELECT id FROM (SELECT id, vital, sum(hits) AS hits FROM counted WHERE id <> 0 GROUP BY 1, 2) AS sums
      GROUP BY id ORDER BY max(hits) DESC, id LIMIT ${limit}),
    listed AS (
      SELECT id, vital, bucket, hits FROM counted WHERE id IN (SELECT id FROM shown)
      UNION ALL SELECT NULL, vital, bucket, sum(hits) FROM counted GROUP BY vital, bucket),
    ranked AS (
      SELECT id, vital, bucket, sum(hits) OVER (PARTITION BY id, vital ORDER BY bucket) AS upto,
        sum(hits) OVER (PARTITION BY id, vital) AS samples FROM listed)
    SELECT r.id, d.value, r.vital, r.samples::int AS samples, min(r.bucket)::int AS bucket
    FROM ranked r LEFT JOIN dictionary d ON d.website_id = ${websiteId} AND d.id = r.id
    WHERE r.upto * 4 >= r.samples * 3 GROUP BY 1, 2, 3, 4`;
};
