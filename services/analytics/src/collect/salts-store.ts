import { randomBytes } from 'node:crypto';

import type { Database } from '@platform/database';

import type { LocalDay } from './local-day.ts';

export interface SaltsStore {
  /** The salt of a website's day, which is noted as in use. @param isLive the day is today, or not yet */
  findOrCreate(websiteId: number, day: LocalDay, isLive: boolean): Promise<Buffer>;
  find(websiteId: number, day: LocalDay): Promise<Buffer | null>;
  /**
   * Destroys salts whose time is over, and the visitors that were made with them: of live days half an hour after local
   * midnight, of backfilled days 24 hours after their last use.
   */
  destroyOld(now: Date): Promise<void>;
}

/** Salts of visitors' identities in PostgreSQL, where all instances of the service share them. */
export const createSaltsStore = (database: Database): SaltsStore => ({
  async findOrCreate(websiteId, day, isLive) {
    const { rows } = await database.raw<{ rows: { salt: Buffer }[] }>(
      `INSERT INTO salts (website_id, day, is_live, used_at, salt) VALUES (?, ?, ?, now(), ?)
       ON CONFLICT (website_id, day) DO UPDATE SET used_at = excluded.used_at, is_live = salts.is_live OR excluded.is_live
       RETURNING salt`,
      [websiteId, day, isLive, randomBytes(32)],
    );
    const salt = rows[0]?.salt;
    if (!salt) throw new Error('The salt could not be made.');
    return salt;
  },

  async find(websiteId, day) {
    const row = await database('salts')
      .where({ website_id: websiteId, day })
      .first<{ salt: Buffer } | undefined>('salt');
    return row?.salt ?? null;
  },

  async destroyOld(now) {
    await database.raw(
      `DELETE FROM salts s
       WHERE CASE WHEN s.is_live
         THEN s.day < ((:now::timestamptz - interval '30 minutes') AT TIME ZONE
                coalesce((SELECT w.timezone FROM websites w WHERE w.id = s.website_id), 'UTC'))::date
         ELSE s.used_at < :now::timestamptz - interval '24 hours' END`,
      { now },
    );
    await database.raw(`
      DELETE FROM visitors v
      WHERE NOT EXISTS (SELECT FROM salts s WHERE s.website_id = v.website_id AND s.day = v.day)`);
  },
});
