import type { Database } from '@platform/database';

import { spanOf } from '../calendar/date-range.ts';
import { timeBucketsInTurns } from '../calendar/time-buckets.ts';
import { EVENT_KINDS, isProperty, isTime } from '../dimensions/dimension-names.ts';
import { runCount, AMOUNT, CURRENCY } from '../goals/conversions-sql.ts';
import { join, literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import type { ResolvedQuery, Site, SumsRequest } from '../stats/query/sums-request.ts';
import { intervalIn } from '../stats/query/sums-request.ts';
import { eventRows, joinedVisits, keyColumns, outerKeys } from '../stats/sql/event-rows-sql.ts';
import { fittingIds } from '../stats/sql/filter-sql.ts';
import type { FittingIds } from '../stats/sql/filter-sql.ts';
import { groupByKeys, keyName } from '../stats/sql/grouped-sql.ts';
import { withOrigins } from '../stats/sql/origin-labels.ts';

/** Total value of the events with the same keys and currency. */
export interface Worth {
  /** In the order of the question's keys: values, or labels of buckets. */
  readonly keys: readonly string[];
  /** As the events say it, in capitals; null where they say none. */
  readonly currency: string | null;
  readonly amount: number;
  /** Events that said an amount. */
  readonly conversions: number;
}

export type WorthQuestion = Pick<ResolvedQuery, 'groupBy' | 'filter' | 'range'>;

export interface PlausibleRevenueStore {
  worth(site: Site, question: WorthQuestion): Promise<readonly Worth[]>;
}

type WorthRow = Pick<Worth, 'currency' | 'amount' | 'conversions'> & Readonly<Record<string, unknown>>;

const worthSql = (request: SumsRequest, ids: FittingIds): Sql => {
  const { groupBy, site } = request;
  const names = groupBy.map((name, index) =>
    isTime(name) || isProperty(name)
      ? sql`${keyName(index)} AS ${literal(`n${index}`)}`
      : sql`(SELECT value FROM dictionary d WHERE d.website_id = ${site.id} AND d.id = ${keyName(index)}) AS ${literal(`n${index}`)}`,
  );
  return sql`SELECT ${join([...names, literal('currency, amount, conversions')], ', ')} FROM (
    SELECT ${outerKeys(request)}currency, sum(amount)::float8 AS amount, count(*)::int AS conversions FROM (
      SELECT ${keyColumns(literal('e.ts'), request)}${AMOUNT} AS amount, ${CURRENCY} AS currency
      FROM ${joinedVisits(request)} WHERE ${eventRows(request, ids)} AND e.kind = ${EVENT_KINDS.event}) AS worth
    WHERE amount IS NOT NULL ${groupByKeys(groupBy.length + 1)}) AS summed`;
};

/** Adds up what events were worth. */
export const createPlausibleRevenueStore = (database: Database): PlausibleRevenueStore => ({
  async worth(site, { groupBy, filter, range }) {
    const span = spanOf(range, site.timezone);
    const interval = intervalIn(groupBy);
    const buckets = interval && (await timeBucketsInTurns(span, interval, site));
    const run = <Row>(query: Sql): Promise<Row[]> => runCount(database, query);
    const request = await withOrigins(run, {
      site,
      range,
      span,
      groupBy,
      buckets,
      filter,
      sums: new Set(),
    });
    const rows = await run<WorthRow>(worthSql(request, await fittingIds(run, request)));
    return rows.map((row) => ({
      currency: row.currency,
      amount: row.amount,
      conversions: row.conversions,
      keys: groupBy.map((name, index) => {
        const key = row[`n${index}`];
        return isTime(name)
          ? (buckets?.labels[Number(key)] ?? '')
          : typeof key === 'string' || typeof key === 'number'
            ? String(key)
            : '';
      }),
    }));
  },
});
