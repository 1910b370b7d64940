import type { Database } from '@platform/database';

import { spanOf } from '../calendar/date-range.ts';
import type { DateRange, Span } from '../calendar/date-range.ts';
import { isVisitDimension, EVENT_KINDS } from '../dimensions/dimension-names.ts';
import { runCount } from '../goals/conversions-sql.ts';
import { join, literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { asksForBehaviour, conditionsOf, forRowsOf } from '../stats/query/filter.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import { fittingIds, filterSql, splitKey } from '../stats/sql/filter-sql.ts';
import type { FittingIds, SplitBy } from '../stats/sql/filter-sql.ts';
import { LONGEST_VISIT, within } from '../stats/sql/grouped-sql.ts';
import { bucketValue, ratingOf, VITALS, GAMMA } from './vitals.ts';
import type { VitalFigures, VitalsAnswer, VitalDefinition } from './vitals.ts';

/** Dimensions by which web vitals can be split. */
export const VITAL_DIMENSIONS = ['page', 'device'] as const;
export type VitalDimension = (typeof VITAL_DIMENSIONS)[number];

/** Days of a website, in visits and on pages for which a filter holds. */
interface VitalsDays {
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
const measurementFilter = (filter: Filter): Filter =>
  forRowsOf(filter, (dimension) => dimension === 'page' || isVisitDimension(dimension));

/**
 * Rows of `id` (null for all together), `value`, `vital`, `samples` and the `bucket` that holds the
 * 75th percentile: the smallest bucket such that three quarters of the samples lie in it or below.
 * @param days with a filter of `measurementFilter`
 */
const vitalsSql = (days: VitalsDays, dimension: VitalDimension, ids: FittingIds, limit: number): Sql => {
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

const PERCENTILES = { p50: 0.5, p75: 0.75, p95: 0.95 } as const;

/** Null for what nobody measured. */
export type Percentiles = Readonly<Record<keyof typeof PERCENTILES, number | null>>;

export interface SplitVitals {
  /** The value, or the beginning of the hour, day, …; empty where nothing is split. */
  readonly key: string;
  /** Views that measured anything. */
  readonly count: number;
  /** By the ids of vitals. */
  readonly percentiles: Readonly<Record<string, Percentiles>>;
}

export interface VitalsStore {
  /** Web vitals for a range of days, overall and by a dimension. */
  of(days: VitalsDays, dimension: VitalDimension): Promise<VitalsAnswer>;
  /** Exact percentiles of a span, from the measurements themselves. */
  percentiles(
    asked: Pick<VitalsDays, 'site' | 'filter'> & { readonly span: Span },
    by: SplitBy | undefined,
  ): Promise<readonly SplitVitals[]>;
}

interface VitalRow {
  readonly id: number | null;
  readonly value: string | null;
  readonly vital: number;
  readonly samples: number;
  readonly bucket: number;
}

const MOST_ROWS = 100;

const figuresOf = (rows: readonly VitalRow[]): VitalFigures =>
  Object.fromEntries(
    VITALS.map((vital) => {
      const row = rows.find(({ vital: number }) => number === vital.number);
      if (!row) return [vital.id, null];
      const p75 = bucketValue(vital, row.bucket);
      return [vital.id, { p75, samples: row.samples, rating: ratingOf(vital, p75) }];
    }),
  ) as VitalFigures;

const mostSamples = ({ figures }: { figures: VitalFigures }): number =>
  Math.max(...Object.values(figures).map((figure) => figure?.samples ?? 0));

/** Reads web vitals from their histograms. */
export const createVitalsStore = (database: Database): VitalsStore => ({
  async of(asked, dimension) {
    const run = <Row>(query: Sql): Promise<Row[]> => runCount(database, query);
    const days = { ...asked, filter: measurementFilter(asked.filter) };
    const query = vitalsSql(days, dimension, await fittingIds(run, days), MOST_ROWS);
    const found = Map.groupBy(await run<VitalRow>(query), ({ id }) => id);
    const rows = [...found].flatMap(([id, ofValue]) =>
      id === null ? [] : [{ value: ofValue[0]?.value ?? '', figures: figuresOf(ofValue) }],
    );
    return {
      total: figuresOf(found.get(null) ?? []),
      rows: rows.sort((a, b) => mostSamples(b) - mostSamples(a) || (a.value < b.value ? -1 : 1)),
    };
  },
  async percentiles({ site, span, filter }, by) {
    const run = <Row>(query: Sql): Promise<Row[]> => runCount(database, query);
    const asked = { site, span, filter: measurementFilter(filter) };
    const shares = literal(`ARRAY[${Object.values(PERCENTILES).join(', ')}]::float8[]`);
    const columns = VITALS.map(
      ({ id }) =>
        sql`percentile_cont(${shares}) WITHIN GROUP (ORDER BY (e.props ->> ${id})::float8) AS ${literal(id)}`,
    );
    const rows = await run<Readonly<Record<string, unknown>> & { key: string; count: number }>(sql`
      SELECT ${by === undefined ? sql`''` : splitKey(by, site)} AS key, count(*)::int AS count, ${join(columns, ', ')}
      FROM events e JOIN visits v ON v.website_id = ${site.id} AND v.visit_id = e.visit_id
        AND ${within('v.started_at', span.start - LONGEST_VISIT, span.end)}
      WHERE e.website_id = ${site.id} AND ${within('e.ts', span.start, span.end)} AND e.kind = ${EVENT_KINDS.vitals}
        AND ${filterSql(asked, await fittingIds(run, asked))} GROUP BY 1 ORDER BY 2 DESC, 1`);
    return rows.map((row) => ({
      key: row.key,
      count: row.count,
      percentiles: Object.fromEntries(
        VITALS.map(({ id }) => {
          const [p50 = null, p75 = null, p95 = null] = (row[id] ?? []) as readonly (number | null)[];
          return [id, { p50, p75, p95 }];
        }),
      ),
    }));
  },
});
