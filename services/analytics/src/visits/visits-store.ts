import type { Database } from '@platform/database';

import type { Span } from '../calendar/date-range.ts';
import { VISIT_DIMENSIONS } from '../dimensions/dimension-names.ts';
import type { VisitDimension } from '../dimensions/dimension-names.ts';
import { runCount } from '../goals/conversions-sql.ts';
import { countedVisits } from '../goals/counted-visits.ts';
import type { CountedDays } from '../goals/counted-visits.ts';
import { BOUNCE, DURATION } from '../metrics/metrics.ts';
import { join, literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { columnOf } from '../stats/sql/filter-sql.ts';
import { within } from '../stats/sql/grouped-sql.ts';
import type { Visit } from './visit.ts';

export interface VisitsStore {
  /** Visits that began on the days and, where one is given, went on during a span; the latest first. */
  list(
    days: CountedDays & { readonly during?: Span | undefined },
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly visits: readonly Visit[]; readonly total: number }>;
  /** A visit that began on the days. */
  find(days: CountedDays, id: string): Promise<Visit | undefined>;
}

type VisitRow = Readonly<Record<VisitDimension, number>> & {
  readonly visit_id: string;
  readonly started_at: Date;
  readonly seconds: number;
  readonly pageviews: number;
  readonly events: number;
  readonly bounces: boolean;
};

const COLUMNS = join(
  [
    literal(
      `v.visit_id::text AS visit_id, v.started_at, ${DURATION}::int AS seconds, v.pageviews::int AS pageviews`,
    ),
    literal(`v.events::int AS events, (${BOUNCE}) AS bounces`),
    ...VISIT_DIMENSIONS.map((name) => sql`${columnOf(name)} AS ${literal(name)}`),
  ],
  ', ',
);

/** Single visits. Nothing is kept in addition for them: they are rows of `visits`. */
export const createVisitsStore = (database: Database): VisitsStore => {
  const run = <Row>(query: Sql): Promise<Row[]> => runCount<Row>(database, query);

  const toVisits = async (websiteId: number, rows: readonly VisitRow[]): Promise<readonly Visit[]> => {
    const ids = new Set(rows.flatMap((row) => VISIT_DIMENSIONS.map((name) => row[name])));
    const texts = await run<{ id: number; value: string }>(
      sql`SELECT id, value FROM dictionary WHERE website_id = ${websiteId} AND id = ANY(${[...ids]}::int[])`,
    );
    const valueOf = new Map(texts.map(({ id, value }) => [id, value]));
    return rows.map((row) => ({
      id: row.visit_id,
      startedAt: row.started_at,
      seconds: row.seconds,
      pageviews: row.pageviews,
      events: row.events,
      isBounce: row.bounces,
      values: Object.fromEntries(
        VISIT_DIMENSIONS.map((name) => [name, valueOf.get(row[name]) ?? '']),
      ) as Visit['values'],
    }));
  };

  const visitsOf = async (days: CountedDays): Promise<Sql> => {
    const { websiteId, span, visits } = await countedVisits(run, days);
    return sql`visits v WHERE v.website_id = ${websiteId} AND ${within('v.started_at', span.start, span.end)} AND ${visits}`;
  };

  return {
    async list(days, { limit, offset }) {
      const { during } = days;
      const isThen = during
        ? sql` AND v.last_at >= ${new Date(during.start)} AND v.started_at < ${new Date(during.end)}`
        : sql``;
      const from = sql`${await visitsOf(days)}${isThen}`;
      const [count] = await run<{ total: number }>(sql`SELECT count(*)::int AS total FROM ${from}`);
      const rows = await run<VisitRow>(
        sql`SELECT ${COLUMNS} FROM ${from} ORDER BY v.started_at DESC, v.visit_id LIMIT ${limit} OFFSET ${offset}`,
      );
      return { visits: await toVisits(days.site.id, rows), total: count?.total ?? 0 };
    },
    async find(days, id) {
      const rows = await run<VisitRow>(
        sql`SELECT ${COLUMNS} FROM ${await visitsOf(days)} AND v.visit_id = ${id}::bigint`,
      );
      return (await toVisits(days.site.id, rows))[0];
    },
  };
};
