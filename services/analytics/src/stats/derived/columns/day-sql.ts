import { EVENT_KINDS } from '../../../dimensions/event-kinds.ts';
import { columnOf as columnOfVisit } from '../../sql/filter-sql.ts';
import { BOUNCE, DURATION } from '../../sql/raw-visits-sql.ts';
import { join, literal, sql } from '../../../sql/sql.ts';
import type { Sql } from '../../../sql/sql.ts';
import { isHitColumn, TRAITS } from './columns.ts';
import type { ColumnName, HitColumn } from './columns.ts';
import { LONGEST_VISIT, within } from '../../sql/span-sql.ts';

/** A part of a day: its visitors with ids from `first` to `last`, signed 64-bit integers. */
export interface DayPart {
  readonly websiteId: number;
  /** Start and end of the local day, milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly first: bigint;
  readonly last: bigint;
}

const HIT_COLUMNS: Readonly<Record<HitColumn, string>> = {
  hit_count: 'hits',
  hit_engaged: 'engaged',
  hit_scroll: 'scroll',
  hit_page: 'page_id',
  hit_name: 'name_id',
};

const visitColumn = (name: Exclude<ColumnName, HitColumn>): Sql => {
  switch (name) {
    case 'traits':
      return literal('v.traits');
    case 'duration':
      return literal(DURATION);
    case 'pageviews':
    case 'events':
    case 'scroll':
      return literal(`v.${name}`);
    case 'engaged':
      return literal('v.engaged_ms');
    case 'hits':
      return literal('coalesce(c.hits, 0)');
    default:
      return columnOfVisit(name);
  }
};

const dayEvents = ({ websiteId, start, end }: DayPart): Sql => sql`
  SELECT e.visit_id, e.page_id, e.name_id, count(*) FILTER (WHERE e.kind <> 2) AS hits, sum(e.engaged_ms) AS engaged, sum(e.scroll) AS scroll
  FROM events e WHERE e.website_id = ${websiteId} AND e.kind <> ${EVENT_KINDS.vitals} AND ${within('e.ts', start, end)} GROUP BY 1, 2, 3`;

/**
 * Visits of the part's visitors: those that began on the day and, where events matter, those with
 * an event on it.
 */
const dayVisits = ({ websiteId, start, end, first, last }: DayPart, withHits: boolean): Sql => sql`
  SELECT v.*, row_number() OVER by_visitor AS place,
    CASE WHEN ${literal(BOUNCE)} THEN ${TRAITS.isBounce} ELSE 0 END
      + CASE WHEN v.started_at >= ${new Date(start)} THEN ${TRAITS.isOwn} ELSE 0 END
      + CASE WHEN v.started_at < ${new Date(start)} OR v.last_at >= ${new Date(end)} THEN ${TRAITS.crosses} ELSE 0 END
      + CASE WHEN v.visitor_id IS DISTINCT FROM lag(v.visitor_id) OVER by_visitor THEN ${TRAITS.isNewVisitor} ELSE 0 END AS traits
  FROM visits v
  WHERE v.website_id = ${websiteId} AND ${within('v.started_at', withHits ? start - LONGEST_VISIT : start, end)}
    AND v.visitor_id BETWEEN ${String(first)}::bigint AND ${String(last)}::bigint
    ${withHits ? sql`AND (v.started_at >= ${new Date(start)} OR v.visit_id IN (SELECT visit_id FROM day_events))` : sql``}
  WINDOW by_visitor AS (ORDER BY v.visitor_id, v.visit_id)`;

const list = (expression: Sql, order: string, name: string): Sql =>
  sql`string_agg((${expression})::text, ',' ORDER BY ${literal(order)}) AS ${literal(name)}`;

/**
 * One row with the part's columns, each as a comma-separated list of numbers, and the ids of the
 * visits that cross midnight. One statement, because all columns must come from one snapshot.
 */
export const dayPartSql = (part: DayPart, columns: Iterable<ColumnName>): Sql => {
  const names = [...columns];
  const hits = names
    .filter(isHitColumn)
    .map((name) => list(literal(HIT_COLUMNS[name]), 'place, name_id, page_id', name));
  const withHits = hits.length > 0;
  const visits = names
    .filter((name) => !isHitColumn(name))
    .map((name) => list(visitColumn(name), 'v.place', name));
  const crossing = sql`string_agg(v.visit_id::text, ',' ORDER BY v.place) FILTER (WHERE traits & ${TRAITS.crosses} <> 0) AS crossing`;
  if (!withHits)
    return sql`SELECT ${join([...visits, crossing], ', ')} FROM (${dayVisits(part, false)}) AS v`;
  return sql`
    WITH day_events AS MATERIALIZED (${dayEvents(part)}),
    day_visits AS MATERIALIZED (${dayVisits(part, true)}),
    day_hits AS MATERIALIZED (SELECT v.place, e.* FROM day_events e JOIN day_visits v ON v.visit_id = e.visit_id),
    counts AS (SELECT place, count(*) AS hits FROM day_hits GROUP BY place)
    SELECT * FROM
      (SELECT ${join([...visits, crossing], ', ')} FROM day_visits v LEFT JOIN counts c ON c.place = v.place) AS of_visits,
      (SELECT ${join(hits, ', ')} FROM day_hits) AS of_hits`;
};
