import { randomBytes } from 'node:crypto';

import { plainArray, textArray } from '@platform/database';

import { OTHER_VALUE } from '../../dimensions/dimension-names.ts';
import type { Month } from '../../partitions/month.ts';
import { StorageChangedError } from '../dictionary/dictionary.ts';
import type { CodedHit, Dictionary } from '../dictionary/dictionary.ts';
import type { Drop, Hit } from '../hit.ts';
import { assignVisits } from '../visits/assign-visits.ts';
import { findLate, toHits, without } from '../visits/settle.ts';
import type { VisitorKey, SettledVisitors } from '../visits/settle.ts';
import type { KnownVisitors } from '../visits/visit.ts';
import { changesOf } from './batch-changes.ts';
import type { BatchStore } from './batch-store.ts';
import { eventKey } from './batch-transaction.ts';
import type { BatchTransaction } from './batch-transaction.ts';
import { monthsAround } from './load-visitors.ts';
import type { Statement } from './statement.ts';
import { BUSY, hitsOf, websiteOf } from './writer-lanes.ts';
import type { BatchItem, WriteOptions, WriteResult } from './writer-lanes.ts';

/** A page and its title at the time somebody left it. */
interface PageTitle {
  readonly websiteId: number;
  readonly pageId: number;
  readonly title: string;
}

interface PageTitles {
  /** The titles in a batch for pages that this process hasn't seen yet. */
  newOf(hits: readonly Hit[], coded: readonly CodedHit[]): readonly PageTitle[];
  /** To be called when they have committed. */
  remember(titles: readonly PageTitle[]): void;
  forget(): void;
}

const MOST_REMEMBERED = 200_000;

const keyOf = ({ websiteId, pageId }: Omit<PageTitle, 'title'>): string => `${websiteId} ${pageId}`;

const text = (condition: string): string => `
  UPDATE dictionary d SET title = k.title
  FROM unnest($1::integer[], $2::integer[], $3::text[]) AS k (website_id, page_id, title)
  WHERE ${condition} d.website_id = k.website_id AND d.id = k.page_id AND d.title IS NULL AND d.value <> '${OTHER_VALUE}'`;

/** Gives pages without a title the one that single-page applications report when a page is left. */
const nameUntitledPages = (titles: readonly PageTitle[]): Statement => ({
  name: 'name_untitled_pages',
  text: text(''),
  clusterText: text('d.website_id = ANY ($4::integer[]) AND'),
  values: [
    plainArray(titles.map(({ websiteId }) => websiteId)),
    plainArray(titles.map(({ pageId }) => pageId)),
    textArray(titles.map(({ title }) => title)),
  ],
});

/** Remembers which pages have a title, so most batches don't have to check. */
const createPageTitles = (): PageTitles => {
  const known = new Set<string>();
  return {
    newOf(hits, coded) {
      const found = new Map<string, PageTitle>();
      for (const [index, { kind, title, site }] of hits.entries()) {
        const pageId = coded[index]?.pageId ?? 0;
        if (kind !== 'engagement' || title === '' || pageId === 0) continue;
        const item = { pageId, title, websiteId: site.id };
        if (!known.has(keyOf(item))) found.set(keyOf(item), item);
      }
      return [...found.values()];
    },
    remember(titles) {
      if (known.size + titles.length > MOST_REMEMBERED) known.clear();
      for (const title of titles) known.add(keyOf(title));
    },
    forget() {
      known.clear();
    },
  };
};

/** Returns the result of each hit, in the order of the hits. */
const resultsOf = (
  coded: readonly CodedHit[],
  fresh: readonly CodedHit[],
  locked: ReadonlySet<number>,
  orphans: ReadonlySet<CodedHit>,
): WriteResult[] => {
  const isFresh = new Set(fresh);
  return coded.map((hit) => {
    if (!locked.has(hit.hit.site.id)) return BUSY;
    if (!isFresh.has(hit)) return 'duplicate';
    return orphans.has(hit) ? 'no_visit' : 'stored';
  });
};

/** Hits that turned out to be drops only now. */
const lateDrops = (coded: readonly CodedHit[], results: readonly WriteResult[]): Drop[] =>
  coded.flatMap(({ hit }, index) => {
    const reason = results[index];
    if (reason !== 'duplicate' && reason !== 'no_visit') return [];
    return [{ siteId: hit.site.id, day: hit.day, reason }];
  });

/**
 * The results of the items.
 * @param ofHits results of their hits, in the order of `hitsOf`
 */
const resultsOfItems = (
  items: readonly BatchItem[],
  ofHits: readonly WriteResult[],
): readonly WriteResult[] => {
  let next = 0;
  return items.map((item) => {
    if ('drop' in item) return item.drop.reason;
    const result = ofHits[next] ?? 'stored';
    next += 1 + (item.also?.length ?? 0);
    return result;
  });
};

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

/** The months of the hits, and those in which their visits may be. A batch may span years. */
const monthsOf = (hits: readonly Hit[]): Month[] => {
  const now = Date.now();
  return [...new Set(hits.flatMap(({ ts }) => monthsAround(ts, now)))];
};

/** Everybody that the hits may be of: a visitor has another id each day. */
const keysOf = (hits: readonly CodedHit[]): VisitorKey[] => {
  const keys = new Map<string, VisitorKey>();
  for (const { hit } of hits)
    for (const visitorId of [hit.visitor, hit.previousVisitor, hit.nextVisitor])
      if (visitorId !== null) keys.set(`${hit.site.id} ${visitorId}`, { websiteId: hit.site.id, visitorId });
  return [...keys.values()];
};

interface BatchWriterDeps {
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
