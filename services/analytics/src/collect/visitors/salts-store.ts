import { randomBytes } from 'node:crypto';

import { plainArray } from '@platform/database';
import type { Database } from '@platform/database';

import type { LocalDay } from '../../calendar/local-day.ts';
import { localDay, utcDay } from '../../calendar/zone-day.ts';
import { ANCHOR } from '../../cluster/distributed-tables.ts';
import { insertOnShard, onOneShard } from '../../cluster/one-shard.ts';

export interface SaltsStore {
  /**
   * The salt of a website's day, created if there is none and marked as in use.
   * @param isLive true for today and for days to come
   * @returns null for a day that was live and whose salt was destroyed
   */
  findOrCreate(websiteId: number, day: LocalDay, isLive: boolean): Promise<Buffer | null>;
  find(websiteId: number, day: LocalDay): Promise<Buffer | null>;
  /**
   * Destroys salts whose time is over, and the visitors identified with them. A live day's salt
   * ends half an hour after local midnight, a backfilled day's 24 hours after its last use.
   */
  destroyOld(now: Date): Promise<void>;
}

interface SaltOfDay {
  readonly websiteId: number;
  readonly day: LocalDay;
  readonly isLive: boolean;
  readonly timezone: string;
}

/** After local midnight, visits of the day before may still continue. */
const GRACE_MS = 30 * 60_000;
const BACKFILL_MS = 24 * 3_600_000;
/** The clocks that are furthest ahead of UTC. */
const MOST_AHEAD_MS = 14 * 3_600_000;
/** Salts that are destroyed in one transaction. */
const PIECE = 1_000;

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
const readCandidates = async (database: Database, now: Date): Promise<SaltOfDay[]> => {
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
const destroy = (database: Database, salts: readonly SaltOfDay[], isDistributed: boolean): Promise<void> =>
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

const NOT_ENDED =
  'NOT EXISTS (SELECT FROM ended_days e WHERE e.website_id = :websiteId AND e.day = :day::date)';
const IN_USE = `
  ON CONFLICT (website_id, day) DO UPDATE SET used_at = excluded.used_at, is_live = salts.is_live OR excluded.is_live
  RETURNING salt`;
const CREATE = `
  INSERT INTO salts (website_id, day, is_live, used_at, salt)
  SELECT :websiteId::integer, :day::date, :isLive::boolean, :now::timestamptz, :salt::bytea
  WHERE ${NOT_ENDED} ${IN_USE}`;
const CREATE_ON_SHARD = `
  INSERT INTO salts (website_id, day, is_live, used_at, salt)
  SELECT a.website_id, :day::date, :isLive::boolean, :now::timestamptz, :salt::bytea
  FROM ${ANCHOR} a WHERE a.website_id = :websiteId AND ${NOT_ENDED} ${IN_USE}`;
const MAKE_KNOWN = `
  INSERT INTO ${ANCHOR} (website_id, last_id, day, new_values) VALUES (:websiteId, 0, '1970-01-01', 0)
  ON CONFLICT (website_id) DO NOTHING`;

/**
 * Salts in PostgreSQL, where all instances of the service share them.
 * @param isDistributed true on a Citus cluster
 */
export const createSaltsStore = (
  database: Database,
  isDistributed: () => boolean | Promise<boolean> = () => false,
): SaltsStore => ({
  async findOrCreate(websiteId, day, isLive) {
    const isCluster = await isDistributed();
    if (isCluster) await database.raw(MAKE_KNOWN, { websiteId });
    const { rows } = await database.raw<{ rows: { salt: Buffer }[] }>(isCluster ? CREATE_ON_SHARD : CREATE, {
      websiteId,
      day,
      isLive,
      now: new Date(),
      salt: randomBytes(32),
    });
    return rows[0]?.salt ?? null;
  },

  async find(websiteId, day) {
    const row = await database('salts')
      .where({ website_id: websiteId, day })
      .first<{ salt: Buffer } | undefined>('salt');
    return row?.salt ?? null;
  },

  async destroyOld(now) {
    const isCluster = await isDistributed();
    const ended = (await readCandidates(database, now)).filter(
      ({ day, isLive, timezone }) => !isLive || day < localDay(timezone, now.getTime() - GRACE_MS),
    );
    for (let from = 0; from < ended.length; from += PIECE)
      await destroy(database, ended.slice(from, from + PIECE), isCluster);
  },
});
