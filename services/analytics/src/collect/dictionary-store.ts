import type { Database, Transaction } from '@platform/database';

import { DIMENSIONS, OTHER_VALUE } from '../dimensions/dimensions.ts';
import type { Dimension } from '../dimensions/dimensions.ts';
import { plainArray, textArray } from './array-literal.ts';

/** A string of a website that needs an id. */
export interface DictionaryValue {
  readonly websiteId: number;
  readonly dimension: Dimension;
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

export interface DictionaryStore {
  /** Reads the ids of those values that have one. */
  find(values: readonly DictionaryValue[]): Promise<readonly DictionaryEntry[]>;
  /**
   * Gives ids to values that have none. A website that has had too many new values today gets `OTHER_VALUE` in their place,
   * so an entry may be missing for a value.
   */
  create(values: readonly DictionaryValue[]): Promise<readonly DictionaryEntry[]>;
}

/** Protects a website against addresses that are all different (a token in each path, an attack). */
const NEW_VALUES_PER_DAY = 20_000;

const arrays = (values: readonly DictionaryValue[]): string[] => [
  plainArray(values.map(({ websiteId }) => websiteId)),
  plainArray(values.map(({ dimension }) => DIMENSIONS[dimension])),
  textArray(values.map(({ value }) => value)),
];

const read = async (
  database: Database | Transaction,
  values: readonly DictionaryValue[],
): Promise<readonly DictionaryEntry[]> => {
  const { rows } = await database.raw<{
    rows: { website_id: number; dimension: number; value: string; id: number }[];
  }>(
    `SELECT d.website_id, d.dimension, d.value, d.id
     FROM unnest(?::integer[], ?::smallint[], ?::text[]) AS k (website_id, dimension, value)
     JOIN dictionary d USING (website_id, dimension, value)`,
    arrays(values),
  );
  return rows.map(({ website_id: websiteId, ...entry }) => ({ websiteId, ...entry }));
};

const keyOf = ({ websiteId, value }: DictionaryValue, dimension: number): string =>
  JSON.stringify([websiteId, dimension, value]);

/** What is left to give ids to, within the number of new values that each website may still have today. */
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

/** Locks the counters of websites in the order of their ids, and begins a new count on a new day. */
const lockHeads = async (
  transaction: Transaction,
  websiteIds: readonly number[],
): Promise<Map<number, Head>> => {
  const { rows } = await transaction.raw<{
    rows: { website_id: number; last_id: number; new_values: number }[];
  }>(
    `INSERT INTO dictionary_heads (website_id, last_id, day, new_values)
     SELECT id, 0, (now() AT TIME ZONE 'UTC')::date, 0 FROM unnest(?::integer[]) AS w (id) ORDER BY id
     ON CONFLICT (website_id) DO UPDATE SET day = excluded.day,
       new_values = CASE WHEN dictionary_heads.day = excluded.day THEN dictionary_heads.new_values ELSE 0 END
     RETURNING website_id, last_id, new_values`,
    [plainArray(websiteIds)],
  );
  return new Map(rows.map((row) => [row.website_id, { lastId: row.last_id, newValues: row.new_values }]));
};

const saveHeads = (transaction: Transaction, heads: ReadonlyMap<number, Head>): Promise<unknown> =>
  transaction.raw(
    `UPDATE dictionary_heads h SET last_id = n.last_id, new_values = n.new_values
     FROM unnest(?::integer[], ?::integer[], ?::integer[]) AS n (website_id, last_id, new_values)
     WHERE h.website_id = n.website_id`,
    [
      plainArray([...heads.keys()]),
      plainArray([...heads.values()].map(({ lastId }) => lastId)),
      plainArray([...heads.values()].map(({ newValues }) => newValues)),
    ],
  );

/** The dictionaries of all websites: strings and their ids, which count up in each website. */
export const createDictionaryStore = (database: Database): DictionaryStore => ({
  find: (values) => read(database, values),

  create: (values) =>
    database.transaction(async (transaction) => {
      const heads = await lockHeads(transaction, [...new Set(values.map(({ websiteId }) => websiteId))]);
      // Another instance may have been faster.
      const known = await read(transaction, values);
      const knownKeys = new Set(
        known.map((entry) => JSON.stringify([entry.websiteId, entry.dimension, entry.value])),
      );
      const missing = values.filter((value) => !knownKeys.has(keyOf(value, DIMENSIONS[value.dimension])));
      const chosen = choose(missing, heads);
      if (chosen.length > 0) {
        await transaction.raw(
          `INSERT INTO dictionary (website_id, dimension, value, id, title)
           SELECT website_id, dimension, value, id, nullif(title, '')
           FROM unnest(?::integer[], ?::smallint[], ?::text[], ?::integer[], ?::text[])
             AS n (website_id, dimension, value, id, title)`,
          [
            ...arrays(chosen),
            plainArray(chosen.map(({ id }) => id)),
            textArray(chosen.map(({ title }) => title ?? '')),
          ],
        );
        await saveHeads(transaction, heads);
      }
      const created = chosen.map(({ websiteId, dimension, value, id }) => ({
        ...{ websiteId, dimension: DIMENSIONS[dimension], value, id },
      }));
      return [...known, ...created];
    }),
});
