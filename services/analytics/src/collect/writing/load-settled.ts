import { plainArray, timeArray } from '@platform/database';

import { monthOf } from '../../partitions/month.ts';
import type { Month } from '../../partitions/month.ts';
import type { SettledVisitors } from '../visits/settle.ts';
import type { VisitorKey } from '../visits/late-visitors.ts';
import type { EventRow } from '../visits/assignment-types.ts';
import type { Visit } from '../visits/visit.ts';
import { onOneShard } from '../../cluster/one-shard.ts';
import type { Run } from './statement.ts';
import { withFollowers } from './load-followers.ts';

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
 */
export const loadSettled = async (
  run: Run,
  keys: readonly VisitorKey[],
  months: readonly Month[],
  timezones: ReadonlyMap<number, string>,
): Promise<SettledVisitors> => {
  const { visitors, visits } = await withFollowers(run, keys, months);
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
