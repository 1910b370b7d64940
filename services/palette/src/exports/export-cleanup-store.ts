import type { Database } from '@platform/database';

/** Unfinished exports. */
export interface Backlog {
  queued: number;
  processing: number;
  /** Age of the oldest one; 0 if there are none. */
  oldestSeconds: number;
}

/** Finds exports whose job was lost, and removes expired ones. */
export interface ExportCleanupStore {
  /**
   * Ids of up to `limit` unfinished exports that have been idle for `seconds`. They count as
   * touched now, so each is taken by only one of several workers.
   */
  takeIdle(seconds: number, limit: number): Promise<string[]>;
  /**
   * Removes the files of expired exports, and `graceDays` later the exports themselves. Resolves
   * with the number of files removed.
   */
  removeExpired(graceDays: number): Promise<number>;
  backlog(): Promise<Backlog>;
}

const LIMIT = 1_000;

export const createExportCleanupStore = (database: Database): ExportCleanupStore => ({
  async takeIdle(seconds, limit) {
    const { rows } = await database.raw<{ rows: { id: string }[] }>(
      `UPDATE exports SET touched_at = now() WHERE id IN (
         SELECT id FROM exports
         WHERE status IN ('queued', 'processing') AND touched_at < now() - make_interval(secs => :seconds)
         ORDER BY touched_at LIMIT :limit FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
      { seconds, limit },
    );
    return rows.map(({ id }) => id);
  },
  async removeExpired(graceDays) {
    const { rows } = await database.raw<{ rows: unknown[] }>(
      `WITH expired AS (
         SELECT id FROM exports WHERE expires_at <= now() AND (fingerprint IS NOT NULL OR sha256 IS NOT NULL)
         ORDER BY expires_at LIMIT :limit FOR UPDATE SKIP LOCKED
       ), closed AS (
         UPDATE exports SET fingerprint = NULL, sha256 = NULL, filename = NULL, media_type = NULL, bytes = NULL
         WHERE id IN (SELECT id FROM expired)
       )
       DELETE FROM export_files WHERE export_id IN (SELECT id FROM expired) RETURNING export_id`,
      { limit: LIMIT },
    );
    await database.raw(
      `DELETE FROM exports WHERE id IN (
         SELECT id FROM exports WHERE expires_at < now() - make_interval(days => :graceDays)
         ORDER BY expires_at LIMIT :limit FOR UPDATE SKIP LOCKED)`,
      { graceDays, limit: LIMIT },
    );
    return rows.length;
  },
  async backlog() {
    const { rows } = await database.raw<{
      rows: { queued: string; processing: string; oldest: string | null }[];
    }>(
      `SELECT count(*) FILTER (WHERE status = 'queued') AS queued,
         count(*) FILTER (WHERE status = 'processing') AS processing,
         extract(epoch FROM now() - min(created_at)) AS oldest
       FROM exports WHERE status IN ('queued', 'processing')`,
    );
    const { queued, processing, oldest } = rows[0] ?? { queued: 0, processing: 0, oldest: null };
    return { queued: Number(queued), processing: Number(processing), oldestSeconds: Number(oldest ?? 0) };
  },
});
