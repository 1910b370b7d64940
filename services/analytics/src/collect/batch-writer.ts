import { randomBytes } from 'node:crypto';

import { monthOf } from '../partitions/month.ts';
import type { Month } from '../partitions/month.ts';
import {
  countDrops,
  countLateWrites,
  insertEvents,
  upsertPages,
  upsertQuarters,
  upsertValues,
  upsertVisitors,
  upsertVisits,
} from './batch-statements.ts';
import type { Statement } from './batch-statements.ts';
import { eventKey } from './batch-store.ts';
import type { BatchStore, BatchTransaction, VisitorKey } from './batch-store.ts';
import type { CodedHit } from './coded-hit.ts';
import type { Dictionary } from './dictionary.ts';
import type { DropReason } from './drop-reasons.ts';
import type { Drop, Hit, Outcome } from './hit.ts';
import { lateDays } from './late-days.ts';
import { rollupDeltas } from './rollup-deltas.ts';
import { assignVisits } from './visit-assignment.ts';
import type { Assignment } from './visit-assignment.ts';
import { VISIT_TIMEOUT_MS } from './visitor-identity.ts';

/** What a batch is made of: something to store, or something to count. */
export type BatchItem = { readonly hit: Hit } | { readonly drop: Drop };

export interface BatchWriterDeps {
  store: BatchStore;
  dictionary: Dictionary;
  partitions: { ensure(month: Month): Promise<void> };
}

/** A visitor's day has 25 hours at most, and a visit of the day before may go on. */
const LOOK_BACK_MS = 50 * 3_600_000;

const makeVisitId = (): string => randomBytes(8).readBigInt64BE(0).toString();

const hitOf = (item: BatchItem): Hit | null => ('hit' in item ? item.hit : null);

/** Of hits with the same event id in one batch, the first counts. */
const withoutDuplicates = async (
  transaction: BatchTransaction,
  hits: readonly CodedHit[],
): Promise<readonly CodedHit[]> => {
  const first = new Map<string, CodedHit>();
  for (const coded of hits) {
    const { eventId, site } = coded.hit;
    if (eventId !== null && !first.has(eventKey(site.id, eventId)))
      first.set(eventKey(site.id, eventId), coded);
  }
  if (first.size === 0) return hits;
  const ids = [...first.values()].map(({ hit }) => ({ websiteId: hit.site.id, eventId: hit.eventId ?? '' }));
  const fresh = await transaction.claimEventIds(ids);
  return hits.filter((coded) => {
    const { eventId, site } = coded.hit;
    if (eventId === null) return true;
    const key = eventKey(site.id, eventId);
    return fresh.has(key) && first.get(key) === coded;
  });
};

/** The months in which the hits are, or their visits may have begun; a batch may span years. */
const monthsOf = (hits: readonly Hit[]): Month[] => [
  ...new Set(hits.flatMap(({ ts }) => [ts - LOOK_BACK_MS, ts, ts + VISIT_TIMEOUT_MS].map(monthOf))),
];

const keysOf = (hits: readonly CodedHit[]): VisitorKey[] => {
  const keys = new Map<string, VisitorKey>();
  for (const { hit } of hits)
    for (const visitorId of [hit.visitor, hit.previousVisitor])
      if (visitorId !== null) keys.set(`${hit.site.id} ${visitorId}`, { websiteId: hit.site.id, visitorId });
  return [...keys.values()];
};

const statementsOf = (assignment: Assignment, drops: readonly Drop[]): Statement[] => {
  const { events, visits, visitors } = assignment;
  const { quarters, pages, values } = rollupDeltas(assignment);
  const late = lateDays(assignment, Date.now());
  const statements: readonly (readonly [rows: number, make: () => Statement])[] = [
    [events.length, () => insertEvents(events)],
    [visits.length, () => upsertVisits(visits)],
    [visitors.length, () => upsertVisitors(visitors)],
    [quarters.length, () => upsertQuarters(quarters)],
    [pages.length, () => upsertPages(pages)],
    [values.length, () => upsertValues(values)],
    [late.length, () => countLateWrites(late)],
    [drops.length, () => countDrops(drops)],
  ];
  return statements.filter(([rows]) => rows > 0).map(([, make]) => make());
};

/** Writes batches: all of a batch is committed when the promise resolves, and nothing of it when it rejects. */
export const createBatchWriter = ({ store, dictionary, partitions }: BatchWriterDeps) => {
  const readyMonths = new Set<Month>();

  const ensurePartitions = async (months: readonly Month[]): Promise<void> => {
    for (const month of months) {
      if (readyMonths.has(month)) continue;
      await partitions.ensure(month);
      readyMonths.add(month);
    }
  };

  const write = async (items: readonly BatchItem[]): Promise<Outcome[]> => {
    const hits = items.map(hitOf).filter((hit) => hit !== null);
    const months = monthsOf(hits);
    await ensurePartitions(months);
    const coded = await dictionary.code(hits);
    const drops = items.flatMap((item) => ('drop' in item ? [item.drop] : []));
    const dropsOnly = drops.map(({ reason }) => reason);
    return store.inTransaction(async (transaction) => {
      if (coded.length === 0) return { statements: [countDrops(drops)], result: dropsOnly };
      // Sent together; the lock comes first, so what is read is what the writer before has left.
      const locked = transaction.lockWebsites([...new Set(hits.map(({ site }) => site.id))]);
      const [fresh, known] = await Promise.all([
        withoutDuplicates(transaction, coded),
        transaction.load(keysOf(coded), months),
        locked,
      ]);
      const assignment = assignVisits(fresh, known, makeVisitId);
      const isFresh = new Set(fresh);
      const outcomes = coded.map((hit): 'stored' | DropReason => {
        if (!isFresh.has(hit)) return 'duplicate';
        return assignment.orphans.has(hit) ? 'no_visit' : 'stored';
      });
      const late = coded.flatMap(({ hit }, index): Drop[] => {
        const outcome = outcomes[index] ?? 'stored';
        return outcome === 'stored' ? [] : [{ siteId: hit.site.id, day: hit.day, reason: outcome }];
      });
      // Back in the order of the items.
      let next = 0;
      const result = items.map((item) =>
        'drop' in item ? item.drop.reason : (outcomes[next++] ?? 'stored'),
      );
      return { statements: statementsOf(assignment, [...drops, ...late]), result };
    });
  };

  return {
    async write(items: readonly BatchItem[]): Promise<Outcome[]> {
      try {
        return await write(items);
      } catch (error) {
        // No partition for a row, or no such table: dropped by retention on another instance.
        const { code } = error as { code?: unknown };
        if (code !== '23514' && code !== '42P01') throw error;
        readyMonths.clear();
        return write(items);
      }
    },
  };
};

export type BatchWriter = ReturnType<typeof createBatchWriter>;
