import { randomBytes } from 'node:crypto';

import type { Month } from '../../partitions/month.ts';
import { changesOf } from './batch-changes.ts';
import type { BatchStore } from './batch-store.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import { StorageChangedError } from '../dictionary/storage-changed-error.ts';
import { assignVisits } from '../visits/assign-visits.ts';
import { toHits, without } from '../visits/settle.ts';
import { findLate } from '../visits/late-visitors.ts';
import type { SettledVisitors } from '../visits/settle.ts';
import type { KnownVisitors } from '../visits/assignment-types.ts';
import type { BatchItem, WriteResult, WriteOptions } from './batch-item.ts';
import { BUSY, hitsOf, websiteOf } from './batch-item.ts';
import { lateDrops, resultsOf, resultsOfItems } from './batch-results.ts';
import { monthsOf, keysOf } from './batch-keys.ts';
import { createPageTitles, nameUntitledPages } from './page-titles.ts';
import { withoutDuplicates } from './without-duplicates.ts';

export interface BatchWriterDeps {
  store: BatchStore;
  dictionary: Dictionary;
  partitions: { ensure(month: Month): Promise<void> };
  /** Called when the database turns out to continue another history; see `Locked.storage`. */
  onStorageChange?: () => void;
}

export interface BatchWriter {
  /**
   * Writes a batch. It is committed as a whole when the promise resolves; when it rejects, nothing
   * of it is.
   * @throws StorageChangedError, DeadlineError, or what PostgreSQL said
   */
  write(items: readonly BatchItem[], options: WriteOptions): Promise<readonly WriteResult[]>;
  /** Forgets what it knows of the database: another server may answer from now on. */
  forget(): void;
}

const NOBODY: KnownVisitors = { visitors: [], visits: [] };

const NOTHING: SettledVisitors = { visitors: [], visits: [], events: [] };

/** Websites for which nothing was written because another writer held them. */
const heldOf = (items: readonly BatchItem[], results: readonly WriteResult[]): ReadonlySet<number> =>
  new Set(items.filter((_, index) => results[index] === BUSY).map(websiteOf));

const makeVisitId = (): string => randomBytes(8).readBigInt64BE(0).toString();

/** Makes the writer of batches. */
export const createBatchWriter = (deps: BatchWriterDeps): BatchWriter => {
  const { store, dictionary, partitions, onStorageChange = () => undefined } = deps;
  const readyMonths = new Set<Month>();
  const pageTitles = createPageTitles();
  /** By website: the history that its remembered ids come from. */
  let histories = new Map<number, string>();

  const forget = (): void => {
    histories = new Map();
    readyMonths.clear();
    dictionary.forget();
    pageTitles.forget();
    onStorageChange();
  };

  const ensurePartitions = async (months: readonly Month[]): Promise<void> => {
    for (const month of months) {
      if (readyMonths.has(month)) continue;
      await partitions.ensure(month);
      readyMonths.add(month);
    }
  };

  /** The history that the remembered ids of websites come from; undefined where they differ. */
  const historyOf = async (websites: readonly number[], node: number): Promise<string | undefined> => {
    const known = histories;
    const unknown = websites.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      const storage = await store.storage(unknown, node);
      for (const id of unknown) known.set(id, storage);
    }
    const found = new Set(websites.map((id) => known.get(id)));
    return found.size === 1 ? [...found][0] : undefined;
  };

  const write = async (
    items: readonly BatchItem[],
    { isPatient, node }: Omit<WriteOptions, 'milliseconds'>,
    end: number,
  ): Promise<readonly WriteResult[]> => {
    const hits = hitsOf(items);
    const drops = items.flatMap((item) => ('drop' in item ? [item.drop] : []));
    const months = monthsOf(hits);
    const timezones = new Map(hits.map(({ site }) => [site.id, site.timezone]));
    const websites = [...new Set(items.map(websiteOf))];
    const remembered = await historyOf(websites, node);
    await ensurePartitions(months);
    const coded = await dictionary.code(hits);
    const titles = pageTitles.newOf(hits, coded);
    const left = Math.max(0, end - performance.now());
    const results = await store.inTransaction({ milliseconds: left, websites, node }, async (transaction) => {
      // Sent together. The locks come first, so what is read is what the previous writer left.
      const [locked, loaded] = await Promise.all([
        transaction.lockWebsites([...new Set(hits.map(({ site }) => site.id))], isPatient),
        coded.length === 0 ? NOBODY : transaction.load(keysOf(coded), months),
      ]);
      if (locked.storage !== remembered) {
        forget();
        throw new StorageChangedError();
      }
      const own = coded.filter(({ hit }) => locked.websites.has(hit.site.id));
      const fresh = await withoutDuplicates(transaction, own);
      const late = findLate(fresh, loaded);
      const settled = late.length === 0 ? NOTHING : await transaction.loadSettled(late, months, timezones);
      const assignment = assignVisits(
        [...toHits(settled, fresh), ...fresh],
        without(loaded, settled),
        makeVisitId,
      );
      const results = resultsOf(coded, fresh, locked.websites, assignment.orphans);
      const statements = changesOf(assignment, settled, [...drops, ...lateDrops(coded, results)], timezones);
      const titled = titles.filter(({ websiteId }) => locked.websites.has(websiteId));
      return {
        result: resultsOfItems(items, results),
        statements: titled.length === 0 ? statements : [...statements, nameUntitledPages(titled)],
      };
    });
    // A website that another writer held comes up again, with the same titles.
    pageTitles.remember(titles.filter(({ websiteId }) => !heldOf(items, results).has(websiteId)));
    return results;
  };

  return {
    async write(items, options) {
      const end = performance.now() + options.milliseconds;
      try {
        return await write(items, options, end);
      } catch (error) {
        // No partition for a row, or no such table: retention on another instance dropped it.
        const { code } = error as { code?: unknown };
        if (code !== '23514' && code !== '42P01') throw error;
        readyMonths.clear();
        // Within the same time: once it is over, the clients are told that the batch is lost.
        return write(items, options, end);
      }
    },
    forget,
  };
};
