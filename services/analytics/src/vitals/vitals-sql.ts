import type { DateRange } from '../calendar/date-range.ts';
import { numberOf } from '../dimensions/stored-dimensions.ts';
import { allOf, literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { encodedPage } from '../stats/query/filter.ts';

/** What web vitals can be split by. */
export const VITAL_DIMENSIONS = ['page', 'device'] as const;
export type VitalDimension = (typeof VITAL_DIMENSIONS)[number];

/** Only views of this page, or on this kind of device. */
export type VitalFilters = Readonly<Partial<Record<VitalDimension, string>>>;

const isValue = (websiteId: number, dimension: VitalDimension, value: string): Sql => sql`
  ${literal(`${dimension}_id`)} IN (SELECT id FROM dictionary WHERE website_id = ${websiteId}
    AND dimension = ${numberOf(dimension)}
    AND value = ANY(${dimension === 'page' ? [value, encodedPage(value)] : [value]}::text[]))`;

/**
 * Rows of `id` (null for all together), `value`, `vital`, `samples` and the `bucket` that holds the
 * 75th percentile: the smallest bucket such that three quarters of the samples lie in it or below.
 */
export const vitalsSql = (
  websiteId: number,
  { from, to }: DateRange,
  dimension: VitalDimension,
  filters: VitalFilters,
  limit: number,
): Sql => {
  const conditions = Object.entries(filters).map(([name, value]) =>
    isValue(websiteId, name as VitalDimension, value),
  );
  return sql`
    WITH counted AS MATERIALIZED (
      SELECT ${literal(`${dimension}_id`)} AS id, vital, bucket, sum(hits) AS hits FROM rollup_vitals
      WHERE website_id = ${websiteId} AND day BETWEEN ${from}::date AND ${to}::date AND ${allOf(conditions)}
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
