import { DEFAULTS } from './export-request.ts';
import type { DesignToken } from '../formats/token.ts';
import type { ExportError, ExportOptions, ExportStatus, TokenExport } from './token-export.ts';

export interface ExportRow {
  id: string;
  organisation: string;
  palette_id: string | null;
  theme_id: string | null;
  format: string;
  prefix: string | null;
  options: ExportOptions;
  tokens?: DesignToken[] | null;
  fingerprint?: Buffer | null;
  status: ExportStatus;
  progress: number | null;
  attempts: number;
  error: ExportError | null;
  filename: string | null;
  media_type: string | null;
  bytes: number | null;
  sha256: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date | null;
}

/** The columns of an export without its tokens, which are large and needed by the worker only. */
export const COLUMNS = [
  'id',
  'organisation',
  'palette_id',
  'theme_id',
  'format',
  'prefix',
  'options',
  'status',
  'progress',
  'attempts',
  'error',
  'filename',
  'media_type',
  'bytes',
  'sha256',
  'created_at',
  'started_at',
  'finished_at',
  'expires_at',
] as const;

const resultOf = ({ filename, media_type, bytes, sha256 }: ExportRow): TokenExport['result'] =>
  filename === null || media_type === null || bytes === null || sha256 === null
    ? null
    : { filename, mediaType: media_type, bytes, sha256 };

export const toExport = (row: ExportRow): TokenExport => ({
  id: row.id,
  organisation: row.organisation,
  status: row.status,
  format: row.format,
  prefix: row.prefix,
  paletteId: row.palette_id,
  themeId: row.theme_id,
  // Rows of earlier versions lack the options that were added since.
  options: { ...DEFAULTS, ...row.options },
  step: row.progress,
  attempts: row.attempts,
  error: row.error,
  result: resultOf(row),
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  expiresAt: row.expires_at,
});
