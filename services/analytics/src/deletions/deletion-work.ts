import { randomBytes } from 'node:crypto';

import { plainArray } from '@platform/database';

import { spanOf } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { addDays, localDay } from '../calendar/local-day.ts';
import { assignVisits } from '../collect/visits/assign-visits.ts';
import { toHits, visitorKey } from '../collect/visits/settle.ts';
import type { SettledVisitors } from '../collect/visits/settle.ts';
import type { EventRow, Visitor, Assignment } from '../collect/visits/visit.ts';
import { changesOf } from '../collect/writing/batch-changes.ts';
import type { BatchStore } from '../collect/writing/batch-store.ts';
import { monthsAround } from '../collect/writing/load-visitors.ts';
import type { Statement } from '../collect/writing/statement.ts';
import { EVENT_KINDS, EVENT_FLAGS } from '../dimensions/dimension-names.ts';
import type { Month } from '../partitions/month.ts';
import { isNegated } from '../stats/query/filter.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { FittingIds } from '../stats/sql/filter-sql.ts';
import type { Amount, Selection } from './deletion.ts';

const makeId = (): string => randomBytes(8).readBigInt64BE(0).toString();

/**
 * The visitors of days whose salt is gone, and with it the rows that said who they were: one for each
 * day of a visit. What a visit did after midnight is that of a follower.
 */
const forgottenVisitors = ({ visitors, visits, events }: SettledVisitors): readonly Visitor[] => {
  const known = new Set(visitors.map((visitor) => visitorKey(visitor.websiteId, visitor.visitorId)));
  const followed = new Set(visitors.map((v) => `${visitorKey(v.websiteId, v.continues)} ${v.day}`));
  const timezones = new Map(events.map(({ websiteId, timezone }) => [websiteId, timezone]));
  const made = new Map<string, Visitor>();
  const ownDays = new Map<string, string>();
  const owners = new Map(visits.map((visit) => [visitorKey(visit.websiteId, visit.visitId), visit]));
  for (const { websiteId, visitorId, startedAt } of visits) {
    const key = visitorKey(websiteId, visitorId);
    const day = localDay(timezones.get(websiteId) ?? 'UTC', startedAt);
    ownDays.set(key, day);
    if (!known.has(key)) made.set(key, { websiteId, visitorId, continues: '0', day, seen: [] });
  }
  for (const { websiteId, visitId, timezone, ts } of events) {
    const visit = owners.get(visitorKey(websiteId, visitId));
    if (!visit) continue;
    const key = visitorKey(websiteId, visit.visitorId);
    const day = localDay(timezone, ts);
    const follows = `${key} ${day}`;
    if (ownDays.get(key) === day || followed.has(follows) || made.has(follows)) continue;
    made.set(follows, { websiteId, visitorId: makeId(), continues: visit.visitorId, day, seen: [] });
  }
  return [...made.values()];
};

/**
 * Visitors whom the stored rows count elsewhere: they had gone on from the day before in a visit that
 * can't be told any more. They stay counted there.
 */
const countedElsewhere = (
  forgotten: readonly Visitor[],
  settled: SettledVisitors,
  visitorOfVisit: ReadonlyMap<string, string>,
): readonly Visitor[] => {
  const rows = new Map<string, EventRow[]>();
  for (const event of settled.events) {
    if (event.kind !== EVENT_KINDS.pageview && event.kind !== EVENT_KINDS.event) continue;
    const owner = visitorOfVisit.get(visitorKey(event.websiteId, event.visitId));
    const key = `${event.websiteId} ${owner} ${localDay(event.timezone, event.ts)}`;
    rows.set(key, [...(rows.get(key) ?? []), event]);
  }
  const valueOf = ({ kind, pageId, nameId }: EventRow): number =>
    kind === EVENT_KINDS.pageview ? pageId : nameId;
  return forgotten.flatMap((visitor) => {
    const owner = visitor.continues === '0' ? visitor.visitorId : visitor.continues;
    const own = rows.get(`${visitor.websiteId} ${owner} ${visitor.day}`) ?? [];
    if (own.length === 0 || own.some(({ flags }) => flags & EVENT_FLAGS.firstToday)) return [];
    const first = new Set(own.filter(({ flags }) => flags & EVENT_FLAGS.firstOfValueToday).map(valueOf));
    return [{ ...visitor, seen: [...new Set(own.map(valueOf))].filter((value) => !first.has(value)) }];
  });
};

/** Visitors as they are stored once some of their hits are gone. */
interface Resettled {
  readonly assignment: Assignment;
  readonly gone: readonly EventRow[];
}

/**
 * Settles visitors again without some of what they did, as if that had never come: visits begin and
 * end with what is left, and the next of its kind becomes the first of the day.
 */
const resettle = (settled: SettledVisitors, isGone: (event: EventRow) => boolean): Resettled | undefined => {
  const gone = settled.events.filter(isGone);
  if (gone.length === 0) return undefined;
  const forgotten = forgottenVisitors(settled);
  const ownerOf = new Map(
    settled.visits.map((visit) => [visitorKey(visit.websiteId, visit.visitId), visit.visitorId]),
  );
  const left = settled.events.filter((event) => !isGone(event));
  const hits = toHits(
    { visits: settled.visits, visitors: [...settled.visitors, ...forgotten], events: left },
    [],
  );
  const assignment = assignVisits(
    hits,
    { visitors: countedElsewhere(forgotten, settled, ownerOf), visits: [] },
    makeId,
  );
  // Of days whose salt is gone, nobody needs to be recognised.
  const kept = new Set(settled.visitors.map(({ websiteId, visitorId }) => visitorKey(websiteId, visitorId)));
  const visitors = assignment.visitors.filter(({ websiteId, visitorId }) =>
    kept.has(visitorKey(websiteId, visitorId)),
  );
  return { gone, assignment: { ...assignment, visitors } };
};

/** A visit that a deletion is about. */
export interface SelectedVisit {
  readonly visitId: string;
  readonly visitorId: string;
}

export interface SelectionReader {
  /** The ids of texts that fit the filter's conditions. */
  fitting(selection: Selection): Promise<FittingIds>;
  /** Visits of one part of the range that are selected, or that have selected hits. */
  visits(selection: Selection, range: DateRange, ids: FittingIds): Promise<readonly SelectedVisit[]>;
  /** Removes sums that nothing is left of, of a day and those next to it: they would be listed. */
  removeZeros(selection: Selection, range: DateRange): Promise<void>;
}

export interface DeletionWorkDeps {
  readonly reader: SelectionReader;
  readonly batches: Pick<BatchStore, 'inTransaction'>;
  readonly partitions: { list(): Promise<Month[]> };
  /** The node of a website's rows. */
  readonly nodeOf: (websiteId: number) => Promise<number>;
}

/** True for a hit for which a filter of pages and events holds. */
const holds = (filter: Filter, event: EventRow, ids: FittingIds): boolean => {
  if ('and' in filter) return filter.and.every((part) => holds(part, event, ids));
  if ('or' in filter) return filter.or.some((part) => holds(part, event, ids));
  if ('what' in filter) return false;
  const value = filter.dimension === 'event' ? event.nameId : event.pageId;
  return (ids.get(filter) ?? []).includes(value) !== isNegated(filter.operator);
};

const DELETE_VISITORS = `DELETE FROM visitors v
  USING unnest($1::integer[], $2::bigint[]) AS k (website_id, visitor_id)
  WHERE v.website_id = k.website_id AND v.visitor_id = k.visitor_id`;

/** Forgets whom the day's ids stood for: whoever comes again is new to what was deleted. */
const deleteVisitors = (visitors: readonly Visitor[]): Statement => ({
  name: 'delete_visitors',
  text: DELETE_VISITORS,
  clusterText: `${DELETE_VISITORS} AND v.website_id = ANY ($3::integer[])`,
  values: [
    plainArray(visitors.map(({ websiteId }) => websiteId)),
    plainArray(visitors.map(({ visitorId }) => visitorId)),
  ],
});

/** Visits that one transaction settles again. Whoever writes for the website waits for it. */
const AT_ONCE = 300;
const MILLISECONDS = 60_000;
/** Visits that a batch settles again meanwhile have new ids: they are looked for again. */
const ROUNDS = 5;

const NOTHING: Amount = { pageviews: 0, events: 0, visits: 0 };

/** Deletes what a selection means, day by day, and in transactions that leave every sum right. */
export const createDeletionWork = ({ reader, batches, partitions, nodeOf }: DeletionWorkDeps) => {
  const deleteSome = async (
    selection: Selection,
    day: DateRange,
    ids: FittingIds,
    chosen: readonly SelectedVisit[],
  ): Promise<Amount> => {
    const { site } = selection;
    const span = spanOf(day, site.timezone);
    const existing = new Set(await partitions.list());
    const months = [
      ...new Set([...monthsAround(span.start, Date.now()), ...monthsAround(span.end, Date.now())]),
    ].filter((month) => existing.has(month));
    const visitIds = new Set(chosen.map(({ visitId }) => visitId));
    const isGone = (event: EventRow): boolean =>
      selection.of === 'visits'
        ? visitIds.has(event.visitId)
        : event.ts >= span.start && event.ts < span.end && holds(selection.filter, event, ids);
    const keys = [...new Set(chosen.map(({ visitorId }) => visitorId))].map((visitorId) => ({
      websiteId: site.id,
      visitorId,
    }));
    const timezones = new Map([[site.id, site.timezone]]);
    const options = { milliseconds: MILLISECONDS, websites: [site.id], node: await nodeOf(site.id) };
    return batches.inTransaction(options, async (transaction) => {
      await transaction.lockWebsites([site.id], true);
      const settled = await transaction.loadSettled(keys, months, timezones, Infinity);
      const resettled = resettle(settled, isGone);
      if (!resettled) return { result: NOTHING, statements: [] };
      const { assignment, gone } = resettled;
      const changes = changesOf(assignment, settled, [], timezones);
      const isKind = (kind: number) => (event: EventRow) => event.kind === kind;
      return {
        result: {
          pageviews: gone.filter(isKind(EVENT_KINDS.pageview)).length,
          events: gone.filter(isKind(EVENT_KINDS.event)).length,
          visits: settled.visits.length - assignment.visits.length,
        },
        statements: settled.visitors.length === 0 ? changes : [deleteVisitors(settled.visitors), ...changes],
      };
    });
  };

  const deleteDay = async (
    selection: Selection,
    day: DateRange,
    ids: FittingIds,
    note: (amount: Amount) => Promise<void>,
  ): Promise<void> => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const chosen = await reader.visits(selection, day, ids);
      if (chosen.length === 0) {
        if (round > 0) await reader.removeZeros(selection, day);
        return;
      }
      // Visits of one visitor go together.
      const sorted = [...chosen].sort((a, b) => (a.visitorId < b.visitorId ? -1 : 1));
      for (let from = 0; from < sorted.length; from += AT_ONCE)
        await note(await deleteSome(selection, day, ids, sorted.slice(from, from + AT_ONCE)));
    }
    await reader.removeZeros(selection, day);
  };

  return {
    /**
     * @param note is told what was deleted, after each transaction
     * @param signal ends it between two days; what is done stays done
     */
    async run(
      selection: Selection,
      note: (amount: Amount) => Promise<void>,
      signal?: AbortSignal,
    ): Promise<void> {
      const { range } = selection;
      const ids = await reader.fitting(selection);
      for (let day = range.from; day <= range.to; day = addDays(day, 1)) {
        signal?.throwIfAborted();
        await deleteDay(selection, { from: day, to: day }, ids, note);
      }
    },
  };
};

export type DeletionWork = ReturnType<typeof createDeletionWork>;
