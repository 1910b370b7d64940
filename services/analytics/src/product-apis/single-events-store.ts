import type { Database } from '@platform/database';

import type { Span } from '../calendar/date-range.ts';
import { EVENT_KINDS, numberOf } from '../dimensions/dimension-names.ts';
import type { ColumnDimension } from '../dimensions/dimension-names.ts';
import { AMOUNT, CURRENCY, runCount } from '../goals/conversions-sql.ts';
import { BOUNCE } from '../metrics/metrics.ts';
import { allOf, join, literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { encodedPage } from '../stats/query/filter.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import { columnOf, filterSql, fittingIds, isTimeUnit, splitKey, textFits } from '../stats/sql/filter-sql.ts';
import type { SplitBy } from '../stats/sql/filter-sql.ts';
import { LONGEST_VISIT, within } from '../stats/sql/grouped-sql.ts';

/** One page view or event. */
export interface LatestEvent {
  readonly at: Date;
  readonly visitId: string;
  readonly isView: boolean;
  /** Empty for none, like the next two. */
  readonly page: string;
  readonly name: string;
  readonly referrer: string;
  readonly props: Readonly<Record<string, unknown>>;
  /** When its visit began. */
  readonly visitStartedAt: Date;
}

/** The events of a span in visits for which a filter holds. */
export interface AskedEvents {
  readonly site: Site;
  readonly span: Span;
  readonly filter: Filter;
}

export interface LatestEventsStore {
  /**
   * Page views and events of a span, also of one visit or with properties alone, the latest first.
   * @returns how many there are as well; no more than `mostCounted` and one are counted
   */
  list(
    asked: AskedEvents & { readonly visitId?: string; readonly hasProps?: boolean },
    page: { readonly limit: number; readonly offset: number; readonly mostCounted: number },
  ): Promise<{ readonly events: readonly LatestEvent[]; readonly total: number }>;
}

interface EventRow {
  readonly ts: Date;
  readonly visit_id: string;
  readonly kind: number;
  readonly page: string | null;
  readonly name: string | null;
  readonly referrer: string | null;
  readonly props: LatestEvent['props'];
  readonly started_at: Date;
}

/** Joins the text of a dictionary's id in the column of `e` or `v`. */
const text = (alias: string, column: Sql, websiteId: number): Sql =>
  sql`LEFT JOIN dictionary ${literal(alias)} ON ${literal(alias)}.website_id = ${websiteId} AND ${literal(alias)}.id = ${column}`;

type Run = <Row>(query: Sql) => Promise<Row[]>;

/** Page views and events `e` of a span with their visits `v`, as FROM and WHERE. */
const happened = async (run: Run, asked: AskedEvents): Promise<Sql> => {
  const { site, span } = asked;
  const condition = filterSql(asked, await fittingIds(run, asked));
  return sql`events e JOIN visits v ON v.website_id = ${site.id} AND v.visit_id = e.visit_id
      AND ${within('v.started_at', span.start - LONGEST_VISIT, span.end)}
    WHERE e.website_id = ${site.id} AND ${within('e.ts', span.start, span.end)}
      AND e.kind IN (${EVENT_KINDS.pageview}, ${EVENT_KINDS.event}) AND ${condition}`;
};

/** Single page views and events, read from the rows that statistics are made of. */
export const createLatestEventsStore = (database: Database): LatestEventsStore => {
  const run = <Row>(query: Sql): Promise<Row[]> => runCount<Row>(database, query);
  return {
    async list(asked, { limit, offset, mostCounted }) {
      const { site, visitId, hasProps = false } = asked;
      const ofVisit = visitId === undefined ? sql`` : sql` AND e.visit_id = ${visitId}::bigint`;
      const withProps = literal(hasProps ? ` AND e.props <> '{}'::jsonb` : '');
      const from = sql`${await happened(run, asked)}${ofVisit}${withProps}`;
      const rows = await run<EventRow>(sql`
        SELECT e.ts, e.visit_id::text AS visit_id, e.kind, p.value AS page, n.value AS name, r.value AS referrer,
          e.props, e.started_at
        FROM (SELECT e.ts, e.visit_id, e.kind, e.page_id, e.name_id, e.props, v.referrer_id, v.started_at FROM ${from}
          ORDER BY e.ts DESC, e.visit_id LIMIT ${limit} OFFSET ${offset}) AS e
        ${text('p', columnOf('page'), site.id)}
        ${text('n', columnOf('event'), site.id)}
        ${text('r', literal('e.referrer_id'), site.id)}
        ORDER BY e.ts DESC, e.visit_id`);
      const [counted] = await run<{ total: number }>(
        sql`SELECT count(*)::int AS total FROM (SELECT FROM ${from} LIMIT ${mostCounted + 1}) AS counted`,
      );
      return {
        total: counted?.total ?? 0,
        events: rows.map(
          ({ ts, visit_id: id, kind, page, name, referrer, props, started_at: startedAt }) => ({
            at: ts,
            visitId: id,
            visitStartedAt: startedAt,
            props,
            isView: kind === EVENT_KINDS.pageview,
            page: page ?? '',
            name: name ?? '',
            referrer: referrer ?? '',
          }),
        ),
      };
    },
  };
};

/** A property of the events with a name. */
export interface EventProperty {
  readonly event: string;
  readonly property: string;
  /** As JSON names it: `string`, `number`, `boolean`. */
  readonly type: string;
  /** Events that have it. */
  readonly total: number;
}

export interface EventDataStore {
  /** The properties of events, those of most of them first. */
  properties(asked: AskedEvents, limit: number): Promise<readonly EventProperty[]>;
  /** How many events have properties. */
  events(asked: AskedEvents): Promise<number>;
}

/** Reads the properties of single events, which nothing is summed up by. */
export const createEventDataStore = (database: Database): EventDataStore => {
  const run = <Row>(query: Sql): Promise<Row[]> => runCount<Row>(database, query);
  const eventsOf = async (asked: AskedEvents): Promise<{ rows: Sql; condition: Sql }> => {
    const { site, span } = asked;
    const condition = filterSql(asked, await fittingIds(run, asked));
    return {
      rows: sql`events e JOIN visits v ON v.website_id = ${site.id} AND v.visit_id = e.visit_id
        AND ${within('v.started_at', span.start - LONGEST_VISIT, span.end)}`,
      condition: sql`e.website_id = ${site.id} AND ${within('e.ts', span.start, span.end)}
        AND e.kind = ${EVENT_KINDS.event} AND ${condition}`,
    };
  };
  return {
    async properties(asked, limit) {
      const { rows, condition } = await eventsOf(asked);
      return run<EventProperty>(sql`SELECT n.value AS event, key AS property,
          jsonb_typeof(e.props -> key) AS type, count(*)::int AS total
        FROM ${rows} CROSS JOIN LATERAL jsonb_object_keys(e.props) AS key
        JOIN dictionary n ON n.website_id = ${asked.site.id} AND n.id = ${columnOf('event')}
        WHERE ${condition} GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2 LIMIT ${limit}`);
    },
    async events(asked) {
      const { rows, condition } = await eventsOf(asked);
      const [found] = await run<{ total: number }>(
        sql`SELECT count(*)::int AS total FROM ${rows} WHERE ${condition} AND e.props <> ${literal(`'{}'::jsonb`)}`,
      );
      return found?.total ?? 0;
    },
  };
};

/** A step of a way: a page (with any query) or an event by its pattern, and what its properties are. */
export interface Step {
  readonly type: 'path' | 'event';
  /** `*` stands for any text. */
  readonly value: string;
  readonly filters: readonly {
    readonly property: string;
    readonly operator: 'eq' | 'neq' | 'c' | 'dnc';
    readonly value: string;
  }[];
}

export interface SpanSums {
  readonly visitors: number;
  readonly visits: number;
  readonly pageviews: number;
  readonly events: number;
  readonly bounces: number;
  /** Seconds from the first to the last event of each visit within the span. */
  readonly totaltime: number;
  readonly countries: number;
}

export interface Earnings {
  readonly sum: number;
  /** Events that said an amount in the currency. */
  readonly count: number;
  readonly visitors: number;
}

/** Counts single events of exactly a span. A visitor is one of a day, as everywhere. */
export interface SpanReportsStore {
  /** @param begunOnly leaves out visits, and visitors, that were there before the span */
  sums(asked: AskedEvents, begunOnly: boolean): Promise<SpanSums>;
  /** Visitors of the span, and those who took a step. */
  goal(asked: AskedEvents, step: Step): Promise<{ readonly num: number; readonly total: number }>;
  /** Visitors who took each step, so many minutes at most after the one before. */
  funnel(asked: AskedEvents, steps: readonly Step[], minutes: number): Promise<readonly number[]>;
  /** The most frequent ways of visits, as far as so many steps. */
  journeys(
    asked: AskedEvents,
    way: { readonly length: number; readonly first?: string; readonly last?: string },
  ): Promise<readonly { readonly items: readonly string[]; readonly count: number }[]>;
  /** Visitors who took a step, by where the first or last visit until then came from. */
  attribution(
    asked: AskedEvents,
    step: Step,
    model: 'first' | 'last',
    dimensions: readonly ColumnDimension[],
  ): Promise<{
    readonly rows: readonly { readonly dimension: string; readonly name: string; readonly value: number }[];
    readonly total: Pick<SpanSums, 'pageviews' | 'visitors' | 'visits'>;
  }>;
  earnings(asked: AskedEvents, currency: string): Promise<Earnings>;
  /** Earnings by a column or a time, and by event where it is a time. */
  earningsBy(
    asked: AskedEvents,
    currency: string,
    by: SplitBy,
  ): Promise<
    readonly { readonly key: string; readonly event: string; readonly sum: number; readonly count: number }[]
  >;
}

const OPERATORS = { eq: 'is', neq: 'is_not', c: 'contains', dnc: 'contains_not' } as const;

/** Holds for an event `e` that is a step. */
const isStep = (websiteId: number, { type, value, filters }: Step): Sql => {
  const dimension = type === 'path' ? 'page' : 'event';
  const values =
    type === 'path' ? [value, encodedPage(value)].flatMap((page) => [page, `${page}?*`]) : [value];
  const ids = sql`SELECT id FROM dictionary WHERE website_id = ${websiteId} AND dimension = ${numberOf(dimension)}
    AND ${textFits(literal('value'), { operator: 'matches', values })}`;
  const kind = type === 'path' ? EVENT_KINDS.pageview : EVENT_KINDS.event;
  return allOf([
    sql`e.kind = ${kind} AND ${columnOf(dimension)} IN (${ids})`,
    ...filters.map(({ property, operator, value: text }) => {
      const has = sql`e.props ->> ${property}`;
      const fits = textFits(has, { operator: OPERATORS[operator], values: [text] });
      return operator === 'neq' || operator === 'dnc' ? sql`${has} IS NOT NULL AND NOT ${fits}` : fits;
    }),
  ]);
};

const MOST_WAYS = 100;

/** Reads what reports about exact spans ask, from the rows that statistics are made of. */
export const createSpanReportsStore = (database: Database): SpanReportsStore => {
  const run: Run = (query) => runCount(database, query);

  const one = async <Row>(query: Sql): Promise<Row> => {
    const [row] = await run<Row>(query);
    if (row === undefined) throw new Error('a count has no row');
    return row;
  };

  const earned = async (asked: AskedEvents, currency: string, columns: Sql): Promise<Sql> =>
    sql`(SELECT ${columns}, v.visitor_id, ${AMOUNT} AS amount FROM ${await happened(run, asked)}
      AND e.kind = ${EVENT_KINDS.event} AND ${CURRENCY} = ${currency}) AS earned WHERE amount IS NOT NULL`;

  return {
    async sums(asked, begunOnly) {
      const start = new Date(begunOnly ? asked.span.start : 0);
      return one<SpanSums>(sql`
        SELECT count(DISTINCT visitor_id) FILTER (WHERE is_counted)::int AS visitors,
          count(*) FILTER (WHERE is_counted)::int AS visits, coalesce(sum(pageviews), 0)::int AS pageviews,
          coalesce(sum(events), 0)::int AS events, count(*) FILTER (WHERE is_counted AND bounce)::int AS bounces,
          coalesce(sum(seconds), 0)::int AS totaltime,
          count(DISTINCT country_id) FILTER (WHERE country_id <> 0)::int AS countries
        FROM (SELECT v.visitor_id, v.country_id, v.started_at >= ${start} AS is_counted, ${literal(BOUNCE)} AS bounce,
            count(*) FILTER (WHERE e.kind = ${EVENT_KINDS.pageview}) AS pageviews,
            count(*) FILTER (WHERE e.kind = ${EVENT_KINDS.event}) AS events,
            floor(date_part('epoch', max(e.ts) - min(e.ts))) AS seconds
          FROM ${await happened(run, asked)}
          GROUP BY v.visit_id, v.visitor_id, v.country_id, v.started_at, v.pageviews, v.events, v.passive_events) AS by_visit`);
    },

    goal: async (asked, step) =>
      one(sql`
        SELECT count(DISTINCT v.visitor_id)::int AS total,
          count(DISTINCT v.visitor_id) FILTER (WHERE ${isStep(asked.site.id, step)})::int AS num
        FROM ${await happened(run, asked)}`),

    async funnel(asked, steps, minutes) {
      const { site } = asked;
      const level = (index: number): Sql => literal(`level${index}`);
      const everything = await happened(run, { ...asked, filter: { and: [] } });
      const filtered = await happened(run, asked);
      const levels = steps.map((step, index) =>
        index === 0
          ? sql`${level(0)} AS (SELECT DISTINCT v.visitor_id, e.ts FROM ${filtered} AND ${isStep(site.id, step)})`
          : sql`${literal(`step${index}`)} AS MATERIALIZED (
              SELECT DISTINCT v.visitor_id, e.ts FROM ${everything} AND ${isStep(site.id, step)}),
            ${level(index)} AS (SELECT DISTINCT s.visitor_id, s.ts FROM ${literal(`step${index}`)} s JOIN ${level(index - 1)} l
              ON l.visitor_id = s.visitor_id AND s.ts >= l.ts AND s.ts <= l.ts + ${minutes} * interval '1 minute')`,
      );
      const counts = steps.map(
        (_, index) => sql`(SELECT count(DISTINCT visitor_id)::int FROM ${level(index)})`,
      );
      const found = await one<{ counts: number[] }>(
        sql`WITH ${join(levels, ', ')} SELECT ARRAY[${join(counts, ', ')}] AS counts`,
      );
      return found.counts;
    },

    async journeys(asked, { length, first, last }) {
      const { id } = asked.site;
      const isFirst = first === undefined ? sql`true` : sql`items[1] = ${first}`;
      const isLast = last === undefined ? sql`true` : sql`items[cardinality(items)] = ${last}`;
      return run(sql`
        SELECT items, count(*)::int AS count FROM (
          SELECT array_agg(coalesce(d.value, '') ORDER BY nth) AS items FROM (
            SELECT v.visit_id, CASE e.kind WHEN ${EVENT_KINDS.event} THEN e.name_id ELSE e.page_id END AS step_id,
              row_number() OVER (PARTITION BY v.visit_id ORDER BY e.ts, e.kind, e.name_id, e.page_id) AS nth
            FROM ${await happened(run, asked)}) AS numbered
          LEFT JOIN dictionary d ON d.website_id = ${id} AND d.id = step_id
          WHERE nth <= ${length} GROUP BY visit_id) AS ways
        WHERE ${isFirst} AND ${isLast} GROUP BY items ORDER BY count(*) DESC, items LIMIT ${MOST_WAYS}`);
    },

    async attribution(asked, step, model, dimensions) {
      const { site, span } = asked;
      const filtered = sql`${await happened(run, asked)} AND ${isStep(site.id, step)}`;
      const values = dimensions.map((name) => sql`(${name}::text, ${columnOf(name)})`);
      const order = literal(model === 'first' ? 'ASC' : 'DESC');
      const rows = await run<{ dimension: string; name: string; value: number }>(sql`
        WITH converted AS (SELECT v.visitor_id, max(e.ts) AS at FROM ${filtered} GROUP BY 1),
        chosen AS (SELECT DISTINCT ON (v.visitor_id) v.* FROM converted c JOIN visits v ON v.website_id = ${site.id}
            AND v.visitor_id = c.visitor_id AND ${within('v.started_at', span.start - LONGEST_VISIT, span.end)}
            AND v.last_at >= ${new Date(span.start)} AND v.started_at <= c.at
          ORDER BY v.visitor_id, v.started_at ${order})
        SELECT key AS dimension, d.value AS name, count(*)::int AS value
        FROM chosen v CROSS JOIN LATERAL (VALUES ${join(values, ', ')}) AS held (key, id)
        JOIN dictionary d ON d.website_id = ${site.id} AND d.id = held.id
        WHERE d.value <> '' GROUP BY 1, 2 ORDER BY 3 DESC, 2`);
      const total = await one<Pick<SpanSums, 'pageviews' | 'visitors' | 'visits'>>(sql`
        SELECT count(*)::int AS pageviews, count(DISTINCT v.visitor_id)::int AS visitors,
          count(DISTINCT v.visit_id)::int AS visits FROM ${filtered}`);
      return { rows, total };
    },

    earnings: async (asked, currency) =>
      one(sql`
        SELECT coalesce(sum(amount), 0)::float8 AS sum, count(*)::int AS count,
          count(DISTINCT visitor_id)::int AS visitors FROM ${await earned(asked, currency, sql`1 AS one`)}`),

    async earningsBy(asked, currency, by) {
      const event = isTimeUnit(by) ? splitKey('event', asked.site) : sql`''`;
      const columns = sql`${splitKey(by, asked.site)} AS key, ${event} AS event`;
      return run(sql`
        SELECT key, event, sum(amount)::float8 AS sum, count(*)::int AS count
        FROM ${await earned(asked, currency, columns)} GROUP BY 1, 2 ORDER BY ${literal(isTimeUnit(by) ? '1, 2' : '3 DESC, 1')}`);
    },
  };
};
