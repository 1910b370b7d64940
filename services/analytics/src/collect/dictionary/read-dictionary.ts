import { plainArray, textArray } from '@platform/database';
import type { Database, Transaction } from '@platform/database';

import { onOneShard } from '../../cluster/one-shard.ts';
import { numberOf } from '../../dimensions/stored-dimensions.ts';
import type { DictionaryValue, DictionaryEntry } from './dictionary-value.ts';

interface Row {
  website_id: number;
  dimension: number;
  value: string;
  id: number;
  is_idle: boolean;
}

/** Values as three arrays: websites, numbers of dimensions, texts. */
export const valueArrays = (values: readonly DictionaryValue[]): string[] => [
  plainArray(values.map(({ websiteId }) => websiteId)),
  plainArray(values.map(({ dimension }) => numberOf(dimension))),
  textArray(values.map(({ value }) => value)),
];

/** The websites of values, as an array literal. */
export const websitesOf = (values: readonly { readonly websiteId: number }[]): string =>
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
export const readDictionary = async (
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
