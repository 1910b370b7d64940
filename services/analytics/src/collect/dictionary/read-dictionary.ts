import { plainArray, textArray } from '@platform/database';
import type { Database, Transaction } from '@platform/database';

import { onOneShard } from '../../cluster/one-shard.ts';
import { numberOf } from '../../dimensions/stored-dimensions.ts';
import type { DictionaryValue, DictionaryEntry } from './dictionary-value.ts';

/** Values as three arrays: websites, numbers of dimensions, texts. */
export const valueArrays = (values: readonly DictionaryValue[]): string[] => [
  plainArray(values.map(({ websiteId }) => websiteId)),
  plainArray(values.map(({ dimension }) => numberOf(dimension))),
  textArray(values.map(({ value }) => value)),
];

/** The websites of values, as an array literal. */
export const websitesOf = (values: readonly DictionaryValue[]): string =>
  plainArray([...new Set(values.map(({ websiteId }) => websiteId))]);

/** Reads the ids of values that have one. On a cluster, all are of one shard. */
export const readDictionary = async (
  database: Database | Transaction,
  values: readonly DictionaryValue[],
  isDistributed: boolean,
): Promise<readonly DictionaryEntry[]> => {
  const { rows } = await database.raw<{
    rows: { website_id: number; dimension: number; value: string; id: number }[];
  }>(
    `SELECT d.website_id, d.dimension, d.value, d.id
     FROM unnest(?::integer[], ?::smallint[], ?::text[]) AS k (website_id, dimension, value)
     JOIN dictionary d USING (website_id, dimension, value)
     WHERE ${isDistributed ? onOneShard('d.website_id', '?') : 'true'}`,
    [...valueArrays(values), ...(isDistributed ? [websitesOf(values)] : [])],
  );
  return rows.map(({ website_id: websiteId, ...entry }) => ({ websiteId, ...entry }));
};
