import type { Import } from './import.ts';

/** An import as the interface shows it. */
export const toImportJson = (made: Import) => ({
  id: made.id,
  source: made.source,
  file_name: made.fileName,
  status: made.status,
  progress: made.progress,
  size_bytes: made.sizeBytes,
  rows_read: made.rowsRead,
  days: made.days,
  skipped_days: made.skippedDays,
  first_day: made.firstDay,
  last_day: made.lastDay,
  kept_as: 'daily_sums',
  error: made.error,
  created_at: made.createdAt.toISOString(),
  finished_at: made.finishedAt?.toISOString() ?? null,
});
