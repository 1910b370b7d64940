import type { Import, ImportStatus } from './import.ts';

export interface ImportRow {
  readonly id: number;
  readonly website_id: number;
  readonly source: string;
  readonly file_name: string;
  readonly status: ImportStatus;
  readonly progress: number;
  readonly size_bytes: string;
  readonly rows_read: string;
  readonly days: number;
  readonly skipped_days: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly error: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export const toImport = (row: ImportRow): Import => ({
  id: row.id,
  websiteId: row.website_id,
  source: row.source,
  fileName: row.file_name,
  status: row.status,
  progress: row.progress,
  sizeBytes: Number(row.size_bytes),
  rowsRead: Number(row.rows_read),
  days: row.days,
  skippedDays: row.skipped_days,
  firstDay: row.first,
  lastDay: row.last,
  error: row.error,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});

/** Days as text: the driver would make them instants. */
export const COLUMNS = 'i.*, i.first_day::text AS first, i.last_day::text AS last';

/** The process of the last attempt is gone, and so is the file. */
export const GIVE_UP = `
  WITH given_up AS (
    UPDATE imports SET status = 'failed', error = ?, finished_at = ?, claimed_until = NULL
    WHERE status IN ('pending', 'running') AND (claimed_until IS NULL OR claimed_until < ?) AND attempts >= ?
    RETURNING website_id, id)
  DELETE FROM import_parts p USING given_up g WHERE p.website_id = g.website_id AND p.import_id = g.id`;

export const CLAIM = `
  WITH claimed AS (
    SELECT website_id, id FROM imports
    WHERE status IN ('pending', 'running') AND (claimed_until IS NULL OR claimed_until < ?)
      AND attempts < ?
      AND EXISTS (SELECT 1 FROM websites e WHERE e.id = website_id)
    ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE imports i SET status = 'running', attempts = i.attempts + 1, claimed_until = ?
  FROM claimed c JOIN websites w ON w.id = c.website_id
  WHERE i.website_id = c.website_id AND i.id = c.id RETURNING ${COLUMNS}, w.domain, w.timezone, w.exclude_params`;
