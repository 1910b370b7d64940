import { plainArray, textArray, timeArray } from '@platform/database';

import { HIT_DIMENSIONS } from '../../dimensions/stored-dimensions.ts';
import { DROP_REASONS } from '../../exclusions/drop-reasons.ts';
import type { Drop } from '../intake/hit.ts';
import type { LateDay } from './late-days.ts';
import type { PageDelta, QuarterDelta, ValueDelta } from './rollup-deltas.ts';
import type { EventRow, VisitChange } from '../visits/visit-assignment.ts';
import type { Visit, Visitor } from '../visits/visit.ts';
import { insertOnShard } from '../../cluster/one-shard.ts';
import { spanOf } from './load-settled.ts';
import type { Statement } from './statement.ts';

interface Column<Row> {
  readonly name: string;
  readonly type: 'integer' | 'smallint' | 'bigint' | 'date' | 'timestamptz' | 'text' | 'jsonb' | 'uuid';
  readonly of: (row: Row) => number | string;
}

const literal = <Row>({ type, of }: Column<Row>, rows: readonly Row[]): string => {
  if (type === 'timestamptz') return timeArray(rows.map((row) => Number(of(row))));
  if (type === 'text' || type === 'jsonb') return textArray(rows.map((row) => String(of(row))));
  return plainArray(rows.map(of));
};

/**
 * Builds an `INSERT … SELECT unnest(…)` of all rows at once. The number of its parameters doesn't
 * grow with the rows.
 */
const inserter = <Row>(table: string, columns: readonly Column<Row>[], conflict = '') => {
  const names = columns.map(({ name }) => name).join(', ');
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const text = `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays}) ${conflict}`;
  const clusterText = insertOnShard({
    table,
    columns: columns.map(({ name }) => name),
    source: `unnest(${arrays})`,
    websites: `$${columns.length + 1}`,
    conflict,
  });
  return (rows: readonly Row[]): Statement => ({
    name: `insert_${table}`,
    text,
    clusterText,
    values: columns.map((column) => literal(column, rows)),
  });
};

const adding = (table: string, sums: readonly string[]): string =>
  sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');

export const insertEvents = inserter<EventRow>('events', [
  { name: 'ts', type: 'timestamptz', of: (row) => row.ts },
  { name: 'visit_id', type: 'bigint', of: (row) => row.visitId },
  { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
  { name: 'page_id', type: 'integer', of: (row) => row.pageId },
  { name: 'name_id', type: 'integer', of: (row) => row.nameId },
  { name: 'engaged_ms', type: 'integer', of: (row) => row.engagedMs },
  { name: 'kind', type: 'smallint', of: (row) => row.kind },
  { name: 'flags', type: 'smallint', of: (row) => row.flags },
  { name: 'scroll', type: 'smallint', of: (row) => row.scroll },
  { name: 'props', type: 'jsonb', of: (row) => row.props },
]);

export const upsertVisits = inserter<VisitChange>(
  'visits',
  [
    { name: 'started_at', type: 'timestamptz', of: ({ after }) => after.startedAt },
    { name: 'last_at', type: 'timestamptz', of: ({ after }) => after.lastAt },
    { name: 'visitor_id', type: 'bigint', of: ({ after }) => after.visitorId },
    { name: 'visit_id', type: 'bigint', of: ({ after }) => after.visitId },
    { name: 'website_id', type: 'integer', of: ({ after }) => after.websiteId },
    { name: 'pageviews', type: 'integer', of: ({ after }) => after.pageviews },
    { name: 'events', type: 'integer', of: ({ after }) => after.events },
    { name: 'engaged_ms', type: 'integer', of: ({ after }) => after.engagedMs },
    { name: 'scroll', type: 'integer', of: ({ after }) => after.scroll },
    { name: 'first_today', type: 'integer', of: ({ after }) => after.firstToday },
    { name: 'entry_page_id', type: 'integer', of: ({ after }) => after.entryPageId },
    { name: 'exit_page_id', type: 'integer', of: ({ after }) => after.exitPageId },
    ...HIT_DIMENSIONS.map((dimension) => ({
      name: `${dimension}_id`,
      type: 'integer' as const,
      of: ({ after }: VisitChange) => after.dimensionIds[dimension],
    })),
  ],
  // What is fixed when a visit opens is not written again.
  `ON CONFLICT (website_id, visitor_id, started_at) DO UPDATE SET last_at = excluded.last_at, pageviews = excluded.pageviews,
     events = excluded.events, engaged_ms = excluded.engaged_ms, scroll = excluded.scroll, exit_page_id = excluded.exit_page_id`,
);

const VISITORS = ['visitor_id', 'continues', 'website_id', 'day', 'seen'];
const VISITORS_SOURCE = 'unnest($1::bigint[], $2::bigint[], $3::integer[], $4::date[], $5::text[])';
const VISITORS_CONFLICT =
  'ON CONFLICT (website_id, visitor_id) DO UPDATE SET seen = excluded.seen, continues = excluded.continues';

/** `seen` is an array itself, which unnest would flatten. It travels as text. */
export const upsertVisitors = (visitors: readonly Visitor[]): Statement => ({
  name: 'insert_visitors',
  text: `INSERT INTO visitors (${VISITORS.join(', ')})
     SELECT visitor_id, continues, website_id, day, seen::integer[]
     FROM ${VISITORS_SOURCE} AS v (${VISITORS.join(', ')}) ${VISITORS_CONFLICT}`,
  clusterText: insertOnShard({
    table: 'visitors',
    columns: VISITORS,
    source: VISITORS_SOURCE,
    websites: '$6',
    conflict: VISITORS_CONFLICT,
    expressions: { seen: 'k.seen::integer[]' },
  }),
  values: [
    plainArray(visitors.map(({ visitorId }) => visitorId)),
    plainArray(visitors.map(({ continues }) => continues)),
    plainArray(visitors.map(({ websiteId }) => websiteId)),
    plainArray(visitors.map(({ day }) => day)),
    textArray(visitors.map(({ seen }) => plainArray(seen))),
  ],
});

export const upsertQuarters = inserter<QuarterDelta>(
  'rollup_quarters',
  [
    { name: 'bucket', type: 'timestamptz', of: (row) => row.bucket },
    { name: 'duration_s', type: 'bigint', of: (row) => row.durationS },
    { name: 'engaged_ms', type: 'bigint', of: (row) => row.engagedMs },
    { name: 'scroll', type: 'bigint', of: (row) => row.scroll },
    { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
    { name: 'pageviews', type: 'integer', of: (row) => row.pageviews },
    { name: 'visitors', type: 'integer', of: (row) => row.visitors },
    { name: 'visits', type: 'integer', of: (row) => row.visits },
    { name: 'bounces', type: 'integer', of: (row) => row.bounces },
    { name: 'events', type: 'integer', of: (row) => row.events },
  ],
  `ON CONFLICT (website_id, bucket) DO UPDATE SET ${adding('rollup_quarters', [
    'duration_s',
    'engaged_ms',
    'scroll',
    'pageviews',
    'visitors',
    'visits',
    'bounces',
    'events',
  ])}`,
);

export const upsertPages = inserter<PageDelta>(
  'rollup_pages',
  [
    { name: 'engaged_ms', type: 'bigint', of: (row) => row.engagedMs },
    { name: 'scroll', type: 'bigint', of: (row) => row.scroll },
    { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
    { name: 'day', type: 'date', of: (row) => row.day },
    { name: 'page_id', type: 'integer', of: (row) => row.pageId },
    { name: 'pageviews', type: 'integer', of: (row) => row.pageviews },
    { name: 'visitors', type: 'integer', of: (row) => row.visitors },
    { name: 'entries', type: 'integer', of: (row) => row.entries },
    { name: 'exits', type: 'integer', of: (row) => row.exits },
  ],
  `ON CONFLICT (website_id, day, page_id) DO UPDATE SET ${adding('rollup_pages', [
    'engaged_ms',
    'scroll',
    'pageviews',
    'visitors',
    'entries',
    'exits',
  ])}`,
);

export const upsertValues = inserter<ValueDelta>(
  'rollup_values',
  [
    { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
    { name: 'day', type: 'date', of: (row) => row.day },
    { name: 'value_id', type: 'integer', of: (row) => row.valueId },
    { name: 'visitors', type: 'integer', of: (row) => row.visitors },
    { name: 'visits', type: 'integer', of: (row) => row.visits },
    { name: 'hits', type: 'integer', of: (row) => row.hits },
    { name: 'dimension', type: 'smallint', of: (row) => row.dimension },
  ],
  `ON CONFLICT (website_id, dimension, day, value_id)
     DO UPDATE SET ${adding('rollup_values', ['visitors', 'visits', 'hits'])}`,
);

/** Counts the batches that came late for a day. */
export const countLateWrites = inserter<LateDay>(
  'late_writes',
  [
    { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
    { name: 'day', type: 'date', of: (row) => row.day },
    { name: 'writes', type: 'bigint', of: () => 1 },
  ],
  `ON CONFLICT (website_id, day) DO UPDATE SET ${adding('late_writes', ['writes'])}`,
);

const insertDrops = inserter<Drop & { count: number }>(
  'drops',
  [
    { name: 'website_id', type: 'integer', of: (row) => row.siteId },
    { name: 'day', type: 'date', of: (row) => row.day },
    { name: 'reason', type: 'smallint', of: (row) => DROP_REASONS[row.reason] },
    { name: 'count', type: 'bigint', of: (row) => row.count },
  ],
  `ON CONFLICT (website_id, day, reason) DO UPDATE SET ${adding('drops', ['count'])}`,
);

/** Counts drops: one row per website, day and reason, in the order of the key. */
export const countDrops = (drops: readonly Drop[]): Statement => {
  const rows = new Map<string, Drop & { count: number }>();
  for (const drop of drops) {
    const key = `${drop.siteId} ${drop.day} ${drop.reason}`;
    rows.set(key, { ...drop, count: (rows.get(key)?.count ?? 0) + 1 });
  }
  const sorted = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return insertDrops(sorted.map(([, row]) => row));
};

const DELETE_EVENTS = `DELETE FROM events e
  USING unnest($1::integer[], $2::bigint[], $3::timestamptz[], $4::timestamptz[]) AS k (website_id, visit_id, first, last)
  WHERE e.website_id = k.website_id AND e.visit_id = k.visit_id AND e.ts BETWEEN k.first AND k.last`;

/** Removes events of visits that are settled again. */
export const deleteEvents = (visits: readonly Visit[]): Statement => ({
  name: 'delete_events',
  text: DELETE_EVENTS,
  clusterText: `${DELETE_EVENTS} AND e.website_id = ANY ($5::integer[])`,
  values: [
    plainArray(visits.map(({ websiteId }) => websiteId)),
    plainArray(visits.map(({ visitId }) => visitId)),
    timeArray(visits.map((visit) => spanOf(visit)[0])),
    timeArray(visits.map((visit) => spanOf(visit)[1])),
  ],
});

const DELETE_VISITS = `DELETE FROM visits v
  USING unnest($1::integer[], $2::bigint[], $3::timestamptz[]) AS k (website_id, visitor_id, started_at)
  WHERE v.website_id = k.website_id AND v.visitor_id = k.visitor_id AND v.started_at = k.started_at`;

/** Removes visits that are settled again. */
export const deleteVisits = (visits: readonly Visit[]): Statement => ({
  name: 'delete_visits',
  text: DELETE_VISITS,
  clusterText: `${DELETE_VISITS} AND v.website_id = ANY ($4::integer[])`,
  values: [
    plainArray(visits.map(({ websiteId }) => websiteId)),
    plainArray(visits.map(({ visitorId }) => visitorId)),
    timeArray(visits.map(({ startedAt }) => startedAt)),
  ],
});
