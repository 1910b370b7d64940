import { plainArray } from '@platform/database';
import type { Transaction } from '@platform/database';

import { utcDay } from '../../calendar/zone-day.ts';
import { onOneShard } from '../../cluster/one-shard.ts';
import { OTHER_VALUE } from '../../dimensions/stored-dimensions.ts';
import type { DictionaryValue } from './dictionary-value.ts';

/**
 * Keeps a website's dictionary small when every address is different: a token in each path, or an
 * attack.
 */
const NEW_VALUES_PER_DAY = 20_000;

/** The values that get ids: as many as their websites may still add today. */
export const choose = (
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
export const lockHeads = async (
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
export const saveHeads = (
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
