import { plainArray, timeArray } from '@platform/database';

import { onOneShard } from '../../cluster/distributed-tables.ts';
import { HIT_DIMENSIONS } from '../../dimensions/dimension-names.ts';
import type { HitDimension } from '../../dimensions/dimension-names.ts';
import { monthOf } from '../../partitions/month.ts';
import type { Month } from '../../partitions/month.ts';
import { partitionName } from '../../partitions/partitions-store.ts';
import { findTooActive } from '../visits/assign-visits.ts';
import { visitorKey } from '../visits/settle.ts';
import type { VisitorKey, SettledVisitors } from '../visits/settle.ts';
import type { KnownVisitors, Visit, Visitor, EventRow } from '../visits/visit.ts';
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

/** A visit that goes on at midnight, on every day of a month: no person's. */
const MOST_ROUNDS = 31;

const FOLLOWERS = `
  SELECT v.website_id, v.visitor_id, v.continues
  FROM unnest($1::integer[], $2::bigint[]) AS k (website_id, continues)
  JOIN visitors v ON v.website_id = k.website_id AND v.continues = k.continues AND v.continues <> 0`;

const FOLLOWERS_OF_SHARD = `${FOLLOWERS} WHERE ${onOneShard('v.website_id', '$3')}`;

/**
 * Reads visitors together with the ids that they had the days before and after; those who did too
 * much for that are left out.
 */
const withFollowers = async (
  run: Run,
  keys: readonly VisitorKey[],
  months: readonly Month[],
  mostActions?: number,
): Promise<KnownVisitors> => {
  const keyOf = ({ websiteId, visitorId }: VisitorKey): string => visitorKey(websiteId, visitorId);
  const wanted = new Map(keys.map((key) => [keyOf(key), key]));
  const leftOut = new Set<string>();
  for (let round = 1; wanted.size > 0; round += 1) {
    const values = [
      plainArray([...wanted.values()].map(({ websiteId }) => websiteId)),
      plainArray([...wanted.values()].map(({ visitorId }) => visitorId)),
    ];
    const [followers, known] = await Promise.all([
      run<{ website_id: number; visitor_id: string; continues: string }>({
        name: 'load_followers',
        text: FOLLOWERS,
        clusterText: FOLLOWERS_OF_SHARD,
        values,
      }),
      loadKnownVisitors(run, [...wanted.values()], months),
    ]);
    const links = [
      ...followers.rows.map((row) => ({
        from: visitorKey(row.website_id, row.continues),
        to: { websiteId: row.website_id, visitorId: row.visitor_id },
      })),
      ...known.visitors
        .filter(({ continues }) => continues !== '0')
        .map((visitor) => ({
          from: keyOf(visitor),
          to: { websiteId: visitor.websiteId, visitorId: visitor.continues },
        })),
    ];
    let isComplete = true;
    for (const key of findTooActive(known, mostActions)) leftOut.add(key);
    for (const { from, to } of links) {
      const other = keyOf(to);
      const isNew = !wanted.has(other);
      if (leftOut.has(from) || leftOut.has(other) || (isNew && round >= MOST_ROUNDS))
        leftOut.add(from).add(other);
      else if (isNew) {
        wanted.set(other, to);
        isComplete = false;
      }
    }
    for (const key of leftOut) if (wanted.delete(key)) isComplete = false;
    if (isComplete) return known;
  }
  return { visitors: [], visits: [] };
};

/** Engagement may come after a visit's last sign of life, until its day ends. */
const AFTER_VISIT_MS = 26 * 3_600_000;

const events = (onShard = 'true'): string => `
  SELECT e.website_id, e.visit_id, round(extract(epoch FROM e.ts) * 1000)::bigint AS ts, e.page_id, e.name_id,
    e.engaged_ms, e.kind, e.scroll, e.flags, e.props::text AS props
  FROM unnest($1::integer[], $2::bigint[], $3::timestamptz[], $4::timestamptz[]) AS k (website_id, visit_id, first, last)
  JOIN LATERAL (
    SELECT * FROM events e
    WHERE ${onShard} AND e.website_id = k.website_id AND e.visit_id = k.visit_id AND e.ts BETWEEN k.first AND k.last
  ) AS e ON true
  ORDER BY e.ts`;

interface EventsRow {
  website_id: number;
  visit_id: string;
  ts: string;
  page_id: number;
  name_id: number;
  engaged_ms: number;
  kind: number;
  scroll: number;
  flags: number;
  props: string;
}

/** The span of time in which a visit's events lie. */
export const spanOf = (visit: Visit): readonly [first: number, last: number] => [
  visit.startedAt,
  visit.lastAt + AFTER_VISIT_MS,
];

/**
 * Reads all that visitors did, together with the ids that they had the days before and after while a
 * visit went on.
 * @param timezones of the websites
 * @param mostActions who did more is left out
 */
export const loadSettled = async (
  run: Run,
  keys: readonly VisitorKey[],
  months: readonly Month[],
  timezones: ReadonlyMap<number, string>,
  mostActions?: number,
): Promise<SettledVisitors> => {
  const { visitors, visits } = await withFollowers(run, keys, months, mostActions);
  const { rows } = await run<EventsRow>({
    name: 'load_events',
    text: events(),
    clusterText: events(onOneShard('e.website_id', '$5')),
    values: [
      plainArray(visits.map(({ websiteId }) => websiteId)),
      plainArray(visits.map(({ visitId }) => visitId)),
      timeArray(visits.map((visit) => spanOf(visit)[0])),
      timeArray(visits.map((visit) => spanOf(visit)[1])),
    ],
  });
  const found = rows.map((row): EventRow => ({
    websiteId: row.website_id,
    visitId: row.visit_id,
    ts: Number(row.ts),
    pageId: row.page_id,
    nameId: row.name_id,
    engagedMs: row.engaged_ms,
    kind: row.kind,
    scroll: row.scroll,
    flags: row.flags,
    props: row.props,
    timezone: timezones.get(row.website_id) ?? 'UTC',
  }));
  return { visitors, visits, events: found };
};

const DAY_MS = 24 * 3_600_000;

/** The months in which days next to an instant may have visits. Future ones have none. */
export const monthsAround = (ts: number, now: number): Month[] => [
  monthOf(ts - 2 * DAY_MS),
  monthOf(ts),
  monthOf(Math.max(ts, Math.min(now, ts + 2 * DAY_MS))),
];
