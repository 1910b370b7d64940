import { plainArray, textArray } from '@platform/database';
import type { Database } from '@platform/database';

import { insertOnShard } from '../../cluster/one-shard.ts';
import { numberOf } from '../../dimensions/stored-dimensions.ts';
import { limitTransaction, SHORTLY } from '../../sql/limit-transaction.ts';
import type { DictionaryValue, DictionaryEntry } from './dictionary-value.ts';
import { choose, lockHeads, saveHeads } from './dictionary-heads.ts';
import { valueArrays, websitesOf, readDictionary } from './read-dictionary.ts';

export interface DictionaryStore {
  /** Finds the ids of those values that have one. */
  find(values: readonly DictionaryValue[]): Promise<readonly DictionaryEntry[]>;
  /**
   * Gives ids to values that have none. A website that has had too many new values today gets
   * `OTHER_VALUE` instead, so entries may be missing from the answer.
   */
  create(values: readonly DictionaryValue[]): Promise<readonly DictionaryEntry[]>;
}

const keyOf = ({ websiteId, value }: DictionaryValue, dimension: number): string =>
  JSON.stringify([websiteId, dimension, value]);

const COLUMNS = ['website_id', 'dimension', 'value', 'id', 'title'];

const SOURCE = 'unnest(?::integer[], ?::smallint[], ?::text[], ?::integer[], ?::text[])';

const INSERT = `
  INSERT INTO dictionary (${COLUMNS.join(', ')})
  SELECT website_id, dimension, value, id, nullif(title, '') FROM ${SOURCE} AS n (${COLUMNS.join(', ')})`;

const INSERT_ON_SHARD = insertOnShard({
  table: 'dictionary',
  columns: COLUMNS,
  source: SOURCE,
  websites: '?',
  conflict: '',
  expressions: { title: `nullif(k.title, '')` },
});

/**
 * The dictionaries of all websites: strings and their ids, which count up within each website.
 * @param isDistributed true on a Citus cluster; then all values of a call are of one shard
 */
export const createDictionaryStore = (
  database: Database,
  isDistributed: () => boolean | Promise<boolean> = () => false,
): DictionaryStore => ({
  find: async (values) => readDictionary(database, values, await isDistributed()),

  create: async (values) => {
    const isCluster = await isDistributed();
    return database.transaction(async (transaction) => {
      // Others wait for the counters, and give up early enough to answer.
      await limitTransaction(transaction, SHORTLY);
      const heads = await lockHeads(transaction, [...new Set(values.map(({ websiteId }) => websiteId))]);
      // Another instance may have been faster.
      const known = await readDictionary(transaction, values, isCluster);
      const knownKeys = new Set(
        known.map((entry) => JSON.stringify([entry.websiteId, entry.dimension, entry.value])),
      );
      const missing = values.filter((value) => !knownKeys.has(keyOf(value, numberOf(value.dimension))));
      const chosen = choose(missing, heads);
      if (chosen.length > 0) {
        await transaction.raw(isCluster ? INSERT_ON_SHARD : INSERT, [
          ...valueArrays(chosen),
          plainArray(chosen.map(({ id }) => id)),
          textArray(chosen.map(({ title }) => title ?? '')),
          ...(isCluster ? [websitesOf(chosen)] : []),
        ]);
        await saveHeads(transaction, heads, isCluster);
      }
      const created = chosen.map(({ websiteId, dimension, value, id }) => {
        return { websiteId, dimension: numberOf(dimension), value, id };
      });
      return [...known, ...created];
    });
  },
});
