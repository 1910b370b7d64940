import { randomBytes } from 'node:crypto';

import type { Database } from '@platform/database';

import type { LocalDay } from '../../calendar/local-day.ts';
import { localDay } from '../../calendar/zone-day.ts';
import { ANCHOR } from '../../cluster/distributed-tables.ts';
import { GRACE_MS, PIECE, readCandidates, destroy } from './destroy-salts.ts';

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
