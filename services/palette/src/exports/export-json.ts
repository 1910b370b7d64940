import { progressOf } from './token-export.ts';
import type { TokenExport } from './token-export.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Where an export is found. */
export const exportPath = (id: string): string => `/v1/tokens/${id}`;

/**
 * An export as the API shows it.
 * @param publicUrl the base of its links
 */
export const exportJson = (item: TokenExport, publicUrl: string) => ({
  id: item.id,
  status: item.status,
  progress: progressOf(item),
  format: item.format,
  prefix: item.prefix,
  palette_id: item.paletteId,
  theme_id: item.themeId,
  options: item.options,
  attempts: item.attempts,
  created_at: item.createdAt.toISOString(),
  started_at: iso(item.startedAt),
  completed_at: item.status === 'completed' ? iso(item.finishedAt) : null,
  expires_at: iso(item.expiresAt),
  status_url: `${publicUrl}${exportPath(item.id)}/status`,
  download_url: item.result === null ? null : `${publicUrl}${exportPath(item.id)}/file`,
  filename: item.result?.filename ?? null,
  media_type: item.result?.mediaType ?? null,
  bytes: item.result?.bytes ?? null,
  sha256: item.result?.sha256 ?? null,
  error: item.error,
});
