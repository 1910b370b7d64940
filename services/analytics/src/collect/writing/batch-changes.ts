import { plainArray, textArray, timeArray } from '@platform/database';

import { localDay } from '../../calendar/local-day.ts';
import { insertOnShard } from '../../cluster/distributed-tables.ts';
import { EVENT_KINDS, HIT_DIMENSIONS } from '../../dimensions/dimension-names.ts';
import { DROP_REASONS } from '../../exclusions/rules/drop-reasons.ts';
import { bucketOf, VITALS } from '../../vitals/vitals.ts';
import type { MeasuredVitals } from '../../vitals/vitals.ts';
import type { Drop } from '../hit.ts';
import type { SettledVisitors } from '../visits/settle.ts';
import type { Assignment, EventRow, Visit, VisitChange, Visitor } from '../visits/visit.ts';
import { spanOf } from './load-visitors.ts';
import { lateDays, rollupDeltas } from './rollup-deltas.ts';
import type { LateDay, PageDelta, QuarterDelta, ValueDelta } from './rollup-deltas.ts';
import { adding, inserter } from './statement.ts';
import type { Statement } from './statement.ts';

/** Change that a batch makes to a bucket of web vitals; negative where it takes some away. */
interface VitalDelta {
  readonly websiteId: number;
  readonly day: string;
  /** Number of the vital. */
  readonly vital: number;
  readonly pageId: number;
  readonly deviceId: number;
  readonly bucket: number;
  hits: number;
}

/**
 * Adds up what a batch changes in the histograms of web vitals. Sorted by key, so that all writers
 * lock rows in the same order.
 */
const vitalDeltas = (
  { events, visits }: Pick<Assignment, 'events' | 'visits'>,
  removed: Pick<SettledVisitors, 'events' | 'visits'>,
): readonly VitalDelta[] => {
  const rows = new Map<string, VitalDelta>();

  const addEvents = (ofVisits: readonly Visit[], own: readonly EventRow[], sign: 1 | -1): void => {
    const measurements = own.filter(({ kind }) => kind === EVENT_KINDS.vitals);
    if (measurements.length === 0) return;
    const devices = new Map(ofVisits.map((v) => [`${v.websiteId} ${v.visitId}`, v.dimensionIds.device]));
    for (const { websiteId, visitId, timezone, ts, pageId, props } of measurements) {
      const day = localDay(timezone, ts);
      const deviceId = devices.get(`${websiteId} ${visitId}`) ?? 0;
      const measured = JSON.parse(props) as MeasuredVitals;
      for (const vital of VITALS) {
        const value = measured[vital.id];
        if (value === undefined) continue;
        const bucket = bucketOf(vital, value);
        const key = [websiteId, vital.number, day, pageId, deviceId, bucket].join(' ');
        const row = rows.get(key) ?? {
          websiteId,
          day,
          vital: vital.number,
          pageId,
          deviceId,
          bucket,
          hits: 0,
        };
        row.hits += sign;
        rows.set(key, row);
      }
    }
  };

  addEvents(removed.visits, removed.events, -1);
  addEvents(
    visits.map(({ after }) => after),
    events,
    1,
  );
  const changed = [...rows.entries()].filter(([, { hits }]) => hits !== 0);
  return changed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
};

/** Adds to the sums of quarter hours. */
const upsertQuarters = inserter<QuarterDelta>(
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

/** Adds to the sums of pages by day. */
const upsertPages = inserter<PageDelta>(
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

/** Adds to the sums of values by day. */
const upsertValues = inserter<ValueDelta>(
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
const countLateWrites = inserter<LateDay>(
  'late_writes',
  [
    { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
    { name: 'day', type: 'date', of: (row) => row.day },
    { name: 'writes', type: 'bigint', of: () => 1 },
  ],
  `ON CONFLICT (website_id, day) DO UPDATE SET ${adding('late_writes', ['writes'])}`,
);

const insertEvents = inserter<EventRow>('events', [
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

const upsertVisits = inserter<VisitChange>(
  'visits',
  [
    { name: 'started_at', type: 'timestamptz', of: ({ after }) => after.startedAt },
    { name: 'last_at', type: 'timestamptz', of: ({ after }) => after.lastAt },
    { name: 'visitor_id', type: 'bigint', of: ({ after }) => after.visitorId },
    { name: 'visit_id', type: 'bigint', of: ({ after }) => after.visitId },
    { name: 'website_id', type: 'integer', of: ({ after }) => after.websiteId },
    { name: 'pageviews', type: 'integer', of: ({ after }) => after.pageviews },
    { name: 'events', type: 'integer', of: ({ after }) => after.events },
    { name: 'passive_events', type: 'integer', of: ({ after }) => after.passiveEvents },
    { name: 'engaged_ms', type: 'integer', of: ({ after }) => after.engagedMs },
    { name: 'scroll', type: 'integer', of: ({ after }) => after.scroll },
    { name: 'view_scroll', type: 'smallint', of: ({ after }) => after.viewScroll },
    { name: 'first_today', type: 'integer', of: ({ after }) => after.firstToday },
    { name: 'entry_page_id', type: 'integer', of: ({ after }) => after.entryPageId },
    { name: 'exit_page_id', type: 'integer', of: ({ after }) => after.exitPageId },
    ...HIT_DIMENSIONS.map((dimension) => ({
      name: `${dimension}_id`,
      type: 'integer' as const,
      of: ({ after }: VisitChange) => after.dimensionIds[dimension],
    })),
  ],
  // Columns fixed when a visit opens are not written again.
  `ON CONFLICT (website_id, visitor_id, started_at) DO UPDATE SET last_at = excluded.last_at, pageviews = excluded.pageviews,
     events = excluded.events, passive_events = excluded.passive_events, engaged_ms = excluded.engaged_ms, scroll = excluded.scroll, view_scroll = excluded.view_scroll, exit_page_id = excluded.exit_page_id`,
);

const DELETE_EVENTS = `DELETE FROM events e
  USING unnest($1::integer[], $2::bigint[], $3::timestamptz[], $4::timestamptz[]) AS k (website_id, visit_id, first, last)
  WHERE e.website_id = k.website_id AND e.visit_id = k.visit_id AND e.ts BETWEEN k.first AND k.last`;

/** Removes events of visits that are settled again. */
const deleteEvents = (visits: readonly Visit[]): Statement => ({
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
const deleteVisits = (visits: readonly Visit[]): Statement => ({
  name: 'delete_visits',
  text: DELETE_VISITS,
  clusterText: `${DELETE_VISITS} AND v.website_id = ANY ($4::integer[])`,
  values: [
    plainArray(visits.map(({ websiteId }) => websiteId)),
    plainArray(visits.map(({ visitorId }) => visitorId)),
    timeArray(visits.map(({ startedAt }) => startedAt)),
  ],
});

const VISITORS = ['visitor_id', 'continues', 'website_id', 'day', 'seen'];

const VISITORS_SOURCE = 'unnest($1::bigint[], $2::bigint[], $3::integer[], $4::date[], $5::text[])';

const VISITORS_CONFLICT =
  'ON CONFLICT (website_id, visitor_id) DO UPDATE SET seen = excluded.seen, continues = excluded.continues';

/** `seen` is an array itself, which unnest would flatten. It travels as text. */
const upsertVisitors = (visitors: readonly Visitor[]): Statement => ({
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
const countDrops = (drops: readonly Drop[]): Statement => {
  const rows = new Map<string, Drop & { count: number }>();
  for (const drop of drops) {
    const key = `${drop.siteId} ${drop.day} ${drop.reason}`;
    rows.set(key, { ...drop, count: (rows.get(key)?.count ?? 0) + 1 });
  }
  const sorted = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return insertDrops(sorted.map(([, row]) => row));
};

/** Adds to the histograms of web vitals by day, page and device. */
const upsertVitals = inserter<VitalDelta>(
  'rollup_vitals',
  [
    { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
    { name: 'day', type: 'date', of: (row) => row.day },
    { name: 'page_id', type: 'integer', of: (row) => row.pageId },
    { name: 'device_id', type: 'integer', of: (row) => row.deviceId },
    { name: 'hits', type: 'integer', of: (row) => row.hits },
    { name: 'vital', type: 'smallint', of: (row) => row.vital },
    { name: 'bucket', type: 'smallint', of: (row) => row.bucket },
  ],
  `ON CONFLICT (website_id, day, vital, page_id, device_id, bucket)
     DO UPDATE SET ${adding('rollup_vitals', ['hits'])}`,
);

/** Removed visits as changes: the days that they leave count as written to. */
const asChanges = ({ visits }: SettledVisitors, timezones: ReadonlyMap<number, string>): VisitChange[] =>
  visits.map((visit) => ({
    before: visit,
    after: visit,
    timezone: timezones.get(visit.websiteId) ?? 'UTC',
  }));

/** The statements that write what a batch changes. */
export const changesOf = (
  assignment: Assignment,
  removed: SettledVisitors,
  drops: readonly Drop[],
  timezones: ReadonlyMap<number, string>,
): Statement[] => {
  const { events, visits, visitors } = assignment;
  const { quarters, pages, values } = rollupDeltas(assignment, removed);
  const vitals = vitalDeltas(assignment, removed);
  const late = lateDays(
    {
      events: [...events, ...removed.events],
      visits: [...visits, ...asChanges(removed, timezones)],
    },
    Date.now(),
  );
  const statements: readonly (readonly [rows: number, make: () => Statement])[] = [
    [removed.visits.length, () => deleteEvents(removed.visits)],
    [removed.visits.length, () => deleteVisits(removed.visits)],
    [events.length, () => insertEvents(events)],
    [visits.length, () => upsertVisits(visits)],
    [visitors.length, () => upsertVisitors(visitors)],
    [quarters.length, () => upsertQuarters(quarters)],
    [pages.length, () => upsertPages(pages)],
    [values.length, () => upsertValues(values)],
    [vitals.length, () => upsertVitals(vitals)],
    [late.length, () => countLateWrites(late)],
    [drops.length, () => countDrops(drops)],
  ];
  return statements.filter(([rows]) => rows > 0).map(([, make]) => make());
};
