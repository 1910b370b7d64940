import { plainArray, textArray } from '@platform/database';
import type { Database, Transaction } from '@platform/database';

import { utcDay } from '../../calendar/local-day.ts';
import { insertOnShard, onOneShard } from '../../cluster/distributed-tables.ts';
import { numberOf, OTHER_VALUE } from '../../dimensions/dimension-names.ts';
import type { StoredDimension } from '../../dimensions/dimension-names.ts';
import { limitTransaction, SHORTLY } from '../../sql/sql.ts';

/** A string of a website that needs an id. */
export interface DictionaryValue {
  readonly websiteId: number;
  readonly dimension: StoredDimension;
  readonly value: string;
  /** Title of a page; null for none. */
  readonly title: string | null;
}

export interface DictionaryEntry {
  readonly websiteId: number;
  /** Number of the dimension. */
  readonly dimension: number;
  readonly value: string;
  readonly id: number;
}

interface Row {
  website_id: number;
  dimension: number;
  value: string;
  id: number;
  is_idle: boolean;
}

/** Values as three arrays: websites, numbers of dimensions, texts. */
const valueArrays = (values: readonly DictionaryValue[]): string[] => [
  plainArray(values.map(({ websiteId }) => websiteId)),
  plainArray(values.map(({ dimension }) => numberOf(dimension))),
  textArray(values.map(({ value }) => value)),
];

/** The websites of values, as an array literal. */
const websitesOf = (values: readonly { readonly websiteId: number }[]): string =>
  plainArray([...new Set(values.map(({ websiteId }) => websiteId))]);

/**
 * Takes the mark off idle values that are to be used again. Those that the sweep has removed
 * meanwhile are left out of the answer.
 */
const wake = async (
  database: Database | Transaction,
  idle: readonly DictionaryEntry[],
  isDistributed: boolean,
): Promise<readonly DictionaryEntry[]> => {
  const { rows } = await database.raw<{ rows: { website_id: number; id: number }[] }>(
    `UPDATE dictionary d SET idle_since = NULL
     FROM unnest(?::integer[], ?::integer[]) AS k (website_id, id)
     WHERE d.website_id = k.website_id AND d.id = k.id AND ${isDistributed ? onOneShard('d.website_id', '?') : 'true'}
     RETURNING d.website_id, d.id`,
    [
      plainArray(idle.map(({ websiteId }) => websiteId)),
      plainArray(idle.map(({ id }) => id)),
      ...(isDistributed ? [websitesOf(idle)] : []),
    ],
  );
  const found = new Set(rows.map(({ website_id, id }) => `${website_id} ${id}`));
  return idle.filter(({ websiteId, id }) => found.has(`${websiteId} ${id}`));
};

/**
 * Reads the ids of values that have one. The ids may be remembered for `MEMORY_MS`. On a cluster,
 * all values are of one shard.
 */
const readDictionary = async (
  database: Database | Transaction,
  values: readonly DictionaryValue[],
  isDistributed: boolean,
): Promise<readonly DictionaryEntry[]> => {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `SELECT d.website_id, d.dimension, d.value, d.id, d.idle_since IS NOT NULL AS is_idle
     FROM unnest(?::integer[], ?::smallint[], ?::text[]) AS k (website_id, dimension, value)
     JOIN dictionary d USING (website_id, dimension, value)
     WHERE ${isDistributed ? onOneShard('d.website_id', '?') : 'true'}`,
    [...valueArrays(values), ...(isDistributed ? [websitesOf(values)] : [])],
  );
  const entriesOf = (areIdle: boolean): DictionaryEntry[] =>
    rows
      .filter(({ is_idle: isIdle }) => isIdle === areIdle)
      .map(({ website_id: websiteId, dimension, value, id }) => ({ websiteId, dimension, value, id }));
  const idle = entriesOf(true);
  return idle.length === 0
    ? entriesOf(false)
    : [...entriesOf(false), ...(await wake(database, idle, isDistributed))];
};

/**
 * Keeps a website's dictionary small when every address is different: a token in each path, or an
 * attack.
 */
const NEW_VALUES_PER_DAY = 20_000;

/** The values that get ids: as many as their websites may still add today. */
const choose = (
  missing: readonly DictionaryValue[],
  heads: ReadonlyMap<number, Head>,
): (DictionaryValue & { id: number })[] => {
  const chosen: (DictionaryValue & { id: number })[] = [];
  for (const value of missing) {
    const head = heads.get(value.websiteId);
    if (!head) continue;
    if (head.newValues >= NEW_VALUES_PER_DAY && value.value !== OTHER_VALUE) continue;
    head.newValues += 1;
    head.lastId += 1;
    chosen.push({ ...value, id: head.lastId });
  }
  return chosen;
};

interface Head {
  lastId: number;
  newValues: number;
}

/** Locks the websites' counters in the order of their ids, and starts a new count on a new day. */
const lockHeads = async (
  transaction: Transaction,
  websiteIds: readonly number[],
): Promise<Map<number, Head>> => {
  const today = utcDay(Date.now());
  const { rows } = await transaction.raw<{
    rows: { website_id: number; last_id: number; new_values: number }[];
  }>(
    `INSERT INTO dictionary_heads (website_id, last_id, day, new_values)
     VALUES ${websiteIds.map(() => '(?::integer, 0, ?::date, 0)').join(', ')}
     ON CONFLICT (website_id) DO UPDATE SET day = excluded.day,
       new_values = CASE WHEN dictionary_heads.day = excluded.day THEN dictionary_heads.new_values ELSE 0 END
     RETURNING website_id, last_id, new_values`,
    [...websiteIds].sort((a, b) => a - b).flatMap((id) => [id, today]),
  );
  return new Map(rows.map((row) => [row.website_id, { lastId: row.last_id, newValues: row.new_values }]));
};

/** Writes the counters back after ids were given. */
const saveHeads = (
  transaction: Transaction,
  heads: ReadonlyMap<number, Head>,
  isDistributed: boolean,
): Promise<unknown> =>
  transaction.raw(
    `UPDATE dictionary_heads h SET last_id = n.last_id, new_values = n.new_values
     FROM unnest(?::integer[], ?::integer[], ?::integer[]) AS n (website_id, last_id, new_values)
     WHERE h.website_id = n.website_id AND ${isDistributed ? onOneShard('h.website_id', '?') : 'true'}`,
    [
      plainArray([...heads.keys()]),
      plainArray([...heads.values()].map(({ lastId }) => lastId)),
      plainArray([...heads.values()].map(({ newValues }) => newValues)),
      ...(isDistributed ? [plainArray([...heads.keys()])] : []),
    ],
  );

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
