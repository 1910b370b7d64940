import { plainArray } from '@platform/database';
import type { Database, Transaction } from '@platform/database';

import { startOfDay, addDays } from '../calendar/local-day.ts';
import type { DictionaryStore, DictionaryValue } from '../collect/dictionary/dictionary-store.ts';
import { IMPORTED_SOURCE, numberOf, OTHER_VALUE } from '../dimensions/dimension-names.ts';
import type { StoredDimension } from '../dimensions/dimension-names.ts';
import { IN_BACKGROUND, limitTransaction } from '../sql/sql.ts';
import type { ClaimedImport } from './imports-store.ts';
import type { DayTally, PageSums, ValueSums } from './tally.ts';

export interface ImportedDaysStore {
  /**
   * Writes a day, at once. A day that was counted here or by another import stays as it is; one
   * that this import has written before as well.
   * @returns true if the import has the day now
   */
  write(claimed: ClaimedImport, day: string, tally: DayTally): Promise<boolean>;
}

const BATCH = 1_000;

type Ids = ReadonlyMap<string, number>;
const keyOf = (dimension: number, value: string): string => `${dimension} ${value}`;

/** Sums by id: values that share "other" are added up. */
const byId = <Sums extends PageSums | ValueSums>(
  entries: readonly (readonly [number, Sums])[],
): readonly (readonly [number, Sums])[] => {
  const sums = new Map<number, Sums>();
  for (const [id, more] of entries) {
    const known = sums.get(id);
    if (known === undefined) sums.set(id, { ...more });
    else
      for (const name of Object.keys(more) as (keyof Sums)[]) (known[name] as number) += more[name] as number;
  }
  return [...sums];
};

/**
 * Writes what imports bring, next to the sums of what was counted here. Imports are sums by day,
 * not events: visitors of other products last a month or a session, and visits made of them would
 * pass for visits counted here. A day belongs to the import that came first, unless anything was
 * counted on it here. Undoing an import is a delete.
 */
export const createImportedDaysStore = (
  database: Database,
  dictionary: Pick<DictionaryStore, 'find' | 'create'>,
): ImportedDaysStore => {
  const idsOf = async (values: readonly DictionaryValue[]): Promise<Ids> => {
    const ids = new Map<string, number>();
    for (let start = 0; start < values.length; start += BATCH) {
      const batch = values.slice(start, start + BATCH);
      for (const { dimension, value, id } of await dictionary.find(batch))
        ids.set(keyOf(dimension, value), id);
      const isKnown = (item: DictionaryValue): boolean =>
        ids.has(keyOf(numberOf(item.dimension), item.value));
      const unknown = batch.filter((item) => !isKnown(item));
      if (unknown.length === 0) continue;
      for (const { dimension, value, id } of await dictionary.create(unknown))
        ids.set(keyOf(dimension, value), id);
      // A website that has had too many new values today gets "other" for the rest.
      const others = unknown
        .filter((item) => !isKnown(item))
        .map((item) => ({ ...item, value: OTHER_VALUE }));
      const needed = [...new Map(others.map((item) => [item.dimension, item])).values()];
      if (needed.length > 0)
        for (const { dimension, value, id } of await dictionary.create(needed))
          ids.set(keyOf(dimension, value), id);
    }
    return ids;
  };
  const idIn = (ids: Ids, dimension: StoredDimension, value: string): number => {
    const number = numberOf(dimension);
    return ids.get(keyOf(number, value)) ?? ids.get(keyOf(number, OTHER_VALUE)) ?? 0;
  };

  /** Takes a day for the import, unless something was counted on it. */
  const takeDay = async (
    transaction: Transaction,
    { websiteId, id, source, timezone }: ClaimedImport,
    day: string,
    { totals }: DayTally,
  ): Promise<boolean> => {
    const [start, end] = [startOfDay(timezone, day), startOfDay(timezone, addDays(day, 1))];
    // Undoing the import waits, or comes first.
    const exists: unknown = await transaction('imports')
      .where({ id, website_id: websiteId })
      .forShare()
      .first('id');
    const counted: unknown = await transaction('rollup_quarters')
      .where({ website_id: websiteId })
      .where('bucket', '>=', new Date(start))
      .where('bucket', '<', new Date(end))
      .whereRaw('pageviews + events + visits > 0')
      .first('bucket');
    if (exists === undefined || counted !== undefined) return false;
    const rows = await transaction('imported_days')
      .insert({
        day,
        source,
        website_id: websiteId,
        import_id: id,
        visitors: totals.visitors,
        visits: totals.visits,
        bounces: totals.bounces,
        duration_s: Math.round(totals.duration),
        pageviews: totals.pageviews,
        events: totals.events,
        engaged_ms: Math.round(totals.engaged),
        scroll: Math.round(totals.scroll),
      })
      .onConflict(['website_id', 'day'])
      .ignore()
      .returning<unknown[]>('day');
    return rows.length > 0;
  };

  const writePages = async (
    transaction: Transaction,
    websiteId: number,
    day: string,
    pages: readonly (readonly [number, PageSums])[],
  ): Promise<void> => {
    const column = (of: (sums: PageSums) => number) =>
      plainArray(pages.map(([, sums]) => Math.round(of(sums))));
    await transaction.raw(
      `INSERT INTO imported_pages (website_id, day, page_id, pageviews, visitors, entries, exits, engaged_ms, scroll)
       SELECT ?, ?::date, * FROM unnest(?::integer[], ?::integer[], ?::integer[], ?::integer[], ?::integer[], ?::bigint[], ?::bigint[])`,
      [
        websiteId,
        day,
        plainArray(pages.map(([id]) => id)),
        column(({ pageviews }) => pageviews),
        column(({ visitors }) => visitors),
        column(({ entries }) => entries),
        column(({ exits }) => exits),
        column(({ engaged }) => engaged),
        column(({ scroll }) => scroll),
      ],
    );
  };

  const writeValues = async (
    transaction: Transaction,
    websiteId: number,
    day: string,
    dimension: number,
    values: readonly (readonly [number, ValueSums])[],
  ): Promise<void> => {
    const column = (of: (sums: ValueSums) => number) => plainArray(values.map(([, sums]) => of(sums)));
    await transaction.raw(
      `INSERT INTO imported_values (website_id, day, dimension, value_id, visitors, visits, hits)
       SELECT ?, ?::date, ?, * FROM unnest(?::integer[], ?::integer[], ?::integer[], ?::integer[])`,
      [
        websiteId,
        day,
        dimension,
        plainArray(values.map(([id]) => id)),
        column(({ visitors }) => visitors),
        column(({ visits }) => visits),
        column(({ hits }) => hits),
      ],
    );
  };

  return {
    async write(claimed, day, tally) {
      const { websiteId, id } = claimed;
      const values = [...tally.values].flatMap(([dimension, ofDimension]) =>
        [...ofDimension.keys()].map((value) => ({ websiteId, dimension, value, title: null })),
      );
      const pages = [...tally.pages.keys()].map((value) => {
        return { websiteId, value, dimension: 'page' as const, title: null };
      });
      // Ids first: they are committed apart, and one too many does no harm.
      const ids = await idsOf([...pages, ...values]);
      return database.transaction(async (transaction) => {
        await limitTransaction(transaction, IN_BACKGROUND);
        if (!(await takeDay(transaction, claimed, day, tally)))
          return (
            (await transaction('imported_days')
              .where({ day, website_id: websiteId, import_id: id })
              .first('day')) !== undefined
          );
        const ofPages = byId(
          [...tally.pages].map(([page, sums]) => [idIn(ids, 'page', page), sums] as const),
        );
        if (ofPages.length > 0) await writePages(transaction, websiteId, day, ofPages);
        for (const [dimension, ofDimension] of tally.values) {
          const sums = byId(
            [...ofDimension].map(([value, each]) => [idIn(ids, dimension, value), each] as const),
          );
          await writeValues(transaction, websiteId, day, numberOf(dimension), sums);
        }
        const ofSources = byId(
          [...tally.sources].flatMap(([dimension, ofDimension]) =>
            [...ofDimension].map(([value, each]) => [idIn(ids, dimension, value), each] as const),
          ),
        );
        if (ofSources.length > 0) await writeValues(transaction, websiteId, day, IMPORTED_SOURCE, ofSources);
        await transaction.raw(
          `UPDATE imports SET days = days + 1, first_day = least(first_day, ?::date), last_day = greatest(last_day, ?::date)
           WHERE website_id = ? AND id = ?`,
          [day, day, websiteId, id],
        );
        return true;
      });
    },
  };
};
