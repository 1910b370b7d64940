import { plainArray } from '@platform/database';
import type { Database } from '@platform/database';

import type { LocalDay } from '../../calendar/local-day.ts';
import { utcDay } from '../../calendar/zone-day.ts';
import { insertOnShard, onOneShard } from '../../cluster/one-shard.ts';

/** The salt of a website's day. */
export interface SaltOfDay {
  readonly websiteId: number;
  readonly day: LocalDay;
  readonly isLive: boolean;
  readonly timezone: string;
}

/** After local midnight, visits of the day before may still continue. */
export const GRACE_MS = 30 * 60_000;

const BACKFILL_MS = 24 * 3_600_000;

/** The clocks that are furthest ahead of UTC. */
const MOST_AHEAD_MS = 14 * 3_600_000;

/** Salts that are destroyed in one transaction. */
export const PIECE = 1_000;

/** The time zones of those websites that still exist. */
const readTimezones = async (
  database: Database,
  websiteIds: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await database.raw<{ rows: { id: number; timezone: string }[] }>(
    'SELECT id, timezone FROM websites WHERE id = ANY (?::integer[])',
    [plainArray(websiteIds)],
  );
  return new Map(rows.map(({ id, timezone }) => [id, timezone]));
};

/** The salts whose time may be over. Live ones may still be in use, by the website's clock. */
export const readCandidates = async (database: Database, now: Date): Promise<SaltOfDay[]> => {
  const { rows } = await database.raw<{ rows: { website_id: number; day: string; is_live: boolean }[] }>(
    `SELECT website_id, day::text AS day, is_live FROM salts
     WHERE (is_live AND day < :latest::date) OR (NOT is_live AND used_at < :unused::timestamptz)`,
    {
      latest: utcDay(now.getTime() + MOST_AHEAD_MS),
      unused: new Date(now.getTime() - BACKFILL_MS),
    },
  );
  if (rows.length === 0) return [];
  // Asked apart, as the two tables may be on different nodes of a cluster.
  const timezones = await readTimezones(database, [...new Set(rows.map((row) => row.website_id))]);
  return rows.map((row) => ({
    websiteId: row.website_id,
    day: row.day,
    isLive: row.is_live,
    timezone: timezones.get(row.website_id) ?? 'UTC',
  }));
};

const ENDED = 'unnest(?::integer[], ?::date[])';

const ENDED_CONFLICT = 'ON CONFLICT (website_id, day) DO NOTHING';

/** Destroys salts, with the visitors that nobody can identify without them. */
export const destroy = (
  database: Database,
  salts: readonly SaltOfDay[],
  isDistributed: boolean,
): Promise<void> =>
  database.transaction(async (transaction) => {
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
