import { plainArray } from '@platform/database';
import type { Database } from '@platform/database';

import type { LocalDay } from '../../calendar/local-day.ts';
import { insertOnShard, onOneShard } from '../../cluster/one-shard.ts';
import { IN_BACKGROUND, limitTransaction } from '../../sql/sql.ts';

/** The salt of a website's day. */
export interface SaltOfDay {
  readonly websiteId: number;
  readonly day: LocalDay;
  readonly isLive: boolean;
}

/** Salts that are destroyed in one transaction. */
export const PIECE = 1_000;

const ENDED = 'unnest(?::integer[], ?::date[])';

const ENDED_CONFLICT = 'ON CONFLICT (website_id, day) DO NOTHING';

/**
 * Beside few others it would be a little cheaper to read all rows than to look up each key. Then
 * the job would cost what there is, not what has ended.
 */
const LOOK_UP = `
  SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`;

/** Destroys salts, with the visitors that nobody can identify without them. */
export const destroy = (
  database: Database,
  salts: readonly SaltOfDay[],
  isDistributed: boolean,
): Promise<void> =>
  database.transaction(async (transaction) => {
    await limitTransaction(transaction, IN_BACKGROUND);
    await transaction.raw(LOOK_UP);
    const keys = (chosen: readonly SaltOfDay[]) => [
      plainArray(chosen.map(({ websiteId }) => websiteId)),
      plainArray(chosen.map(({ day }) => day)),
      ...(isDistributed ? [plainArray([...new Set(chosen.map(({ websiteId }) => websiteId))])] : []),
    ];
    await transaction.raw(
      isDistributed
        ? insertOnShard({
            table: 'ended_days',
            columns: ['website_id', 'day'],
            source: ENDED,
            websites: '?',
            conflict: ENDED_CONFLICT,
          })
        : `INSERT INTO ended_days (website_id, day) SELECT * FROM ${ENDED} ${ENDED_CONFLICT}`,
      keys(salts.filter(({ isLive }) => isLive)),
    );
    for (const table of ['salts', 'visitors'])
      await transaction.raw(
        `DELETE FROM ?? t USING unnest(?::integer[], ?::date[]) AS k (website_id, day)
         WHERE t.website_id = k.website_id AND t.day = k.day
           AND ${isDistributed ? onOneShard('t.website_id', '?') : 'true'}`,
        [table, ...keys(salts)],
      );
  });
