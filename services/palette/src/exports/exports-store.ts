import { OUTBOX_ID } from '@platform/database';
import type { Database } from '@platform/database';

import { currentRequestId } from '@platform/runtime';

import type { DesignToken } from '../formats/token.ts';
import type { LeftOut } from '../formats/export-format.ts';
import type { ExportFile } from '../formats/write-file.ts';
import { DEFAULT_OPTIONS } from './token-export.ts';
import type { ExportError, ExportOptions, ExportStatus, NewExport, TokenExport } from './token-export.ts';

interface ExportRow {
  id: string;
  organisation: string;
  palette_id: string | null;
  theme_id: string | null;
  format: string;
  prefix: string | null;
  options: ExportOptions;
  tokens?: DesignToken[] | null;
  fingerprint?: Uint8Array | null;
  status: ExportStatus;
  progress: number | null;
  attempts: number;
  error: ExportError | null;
  filename: string | null;
  media_type: string | null;
  bytes: number | null;
  sha256: string | null;
  written: number | null;
  left_out: readonly LeftOut[] | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date | null;
  request_id?: string | null;
}

/** The columns of an export without its tokens, which are large and needed by the worker only. */
const COLUMNS = [
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
  'written',
  'left_out',
  'created_at',
  'started_at',
  'finished_at',
  'expires_at',
] as const;

const resultOf = ({
  filename,
  media_type,
  bytes,
  sha256,
  written,
  left_out,
}: ExportRow): TokenExport['result'] =>
  filename === null || media_type === null || bytes === null || sha256 === null
    ? null
    : { filename, mediaType: media_type, bytes, sha256, written, leftOut: left_out };

const toExport = (row: ExportRow): TokenExport => ({
  id: row.id,
  organisation: row.organisation,
  status: row.status,
  format: row.format,
  prefix: row.prefix,
  paletteId: row.palette_id,
  themeId: row.theme_id,
  // Rows of earlier versions lack the options that were added since.
  options: { ...DEFAULT_OPTIONS, ...row.options },
  step: row.progress,
  attempts: row.attempts,
  error: row.error,
  result: resultOf(row),
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  expiresAt: row.expires_at,
});

/** An export claimed by a worker. */
export interface ClaimedExport {
  readonly id: string;
  readonly format: string;
  readonly prefix: string | null;
  readonly themeId: string | null;
  readonly options: TokenExport['options'];
  readonly tokens: readonly DesignToken[];
  readonly attempts: number;
  readonly createdAt: Date;
  /** Of the request that asked for it first. */
  readonly requestId: string | null;
}

/** Narrows a list of exports. */
interface ExportFilter {
  readonly status?: TokenExport['status'] | undefined;
  readonly format?: string | undefined;
  readonly paletteId?: string | undefined;
  readonly themeId?: string | undefined;
}

export interface ExportsStore {
  /** Those that have not expired, newest first, after the id `after`. */
  list(
    organisation: string,
    filter: ExportFilter,
    after: string | null,
    count: number,
  ): Promise<TokenExport[]>;
  find(organisation: string, id: string): Promise<TokenExport | null>;
  /** The export that equal requests share. Extends its lifetime if it is about to expire. */
  findShared(organisation: string, fingerprint: Uint8Array): Promise<TokenExport | null>;
  /** Inserts an export. Resolves with null if the organisation already has an equal one. */
  insert(request: NewExport): Promise<TokenExport | null>;
  content(id: string): Promise<Buffer | null>;
  /** Removes an export in any state. Resolves with false if there is none. */
  remove(organisation: string, id: string): Promise<boolean>;
  /** Marks an export as processing. Resolves with null if there is nothing left to do. */
  claim(id: string): Promise<ClaimedExport | null>;
  /**
   * Records the worker's progress on an export, in percent. The export may have finished meanwhile.
   */
  progress(id: string, percent: number): Promise<void>;
  /** Completes an export. Resolves with false if it was already finished or removed. */
  complete(id: string, file: ExportFile, sha256: string): Promise<boolean>;
  /**
   * Fails an export. With `shared`, equal requests get the same failure. Resolves with false if it
   * was already finished or removed.
   */
  fail(id: string, error: ExportError, shared: boolean): Promise<boolean>;
}

/** PostgreSQL announces the id of every export that finishes or is removed on this channel. */
export const EXPORTS_CHANNEL = 'palette_exports';

const RUNNING = `status IN ('queued', 'processing')`;
const isMade = ({ rows }: { rows: unknown[] }): boolean => rows.length > 0;

export const createExportsStore = (database: Database): ExportsStore => {
  const table = () => database<ExportRow>('exports');
  const one = async (sql: string, bindings: Record<string, unknown>): Promise<ExportRow | undefined> =>
    (await database.raw<{ rows: ExportRow[] }>(sql, bindings)).rows[0];

  return {
    async list(organisation, { status, format, paletteId, themeId }, after, count) {
      const query = table()
        .select(...COLUMNS)
        .where({ organisation })
        .whereRaw('(expires_at IS NULL OR expires_at > now())')
        .orderBy('id', 'desc')
        .limit(count);
      if (status !== undefined) void query.where({ status });
      if (format !== undefined) void query.where({ format });
      if (paletteId !== undefined) void query.where('palette_id', paletteId);
      if (themeId !== undefined) void query.where('theme_id', themeId);
      const rows = await (after === null ? query : query.where('id', '<', after));
      return rows.map(toExport);
    },
    async find(organisation, id) {
      const row = await table()
        .select(...COLUMNS)
        .where({ organisation, id })
        .first();
      return row ? toExport(row) : null;
    },
    async findShared(organisation, fingerprint) {
      const row = await table()
        .select(...COLUMNS)
        .where({ organisation, fingerprint })
        .whereRaw('(expires_at IS NULL OR expires_at > now())')
        .first();
      if (!row) return null;
      const kept = await one(
        `UPDATE exports SET expires_at = now() + lifetime
         WHERE id = :id AND expires_at < now() + lifetime / 2 RETURNING ${COLUMNS.join(', ')}`,
        { id: row.id },
      );
      return toExport(kept ?? row);
    },
    async insert(request) {
      const { organisation, fingerprint } = request;
      const insert = () =>
        one(
          `INSERT INTO exports (id, organisation, palette_id, theme_id, format, prefix, options, tokens, fingerprint,
             progress, status, lifetime, created_at, request_id)
           VALUES (:id, :organisation, :paletteId, :themeId, :format, :prefix, :options, :tokens, :fingerprint,
             :step, 'queued', make_interval(secs => :lifetime), now(), :requestId)
           ON CONFLICT (organisation, fingerprint) WHERE fingerprint IS NOT NULL DO NOTHING
           RETURNING ${COLUMNS.join(', ')}`,
          {
            ...request,
            options: JSON.stringify(request.options),
            requestId: currentRequestId(),
          },
        );
      const row = await insert();
      if (row) return toExport(row);
      // The conflicting export may have expired without being cleaned up yet.
      const expired = await database.raw<{ rows: unknown[] }>(
        `UPDATE exports SET fingerprint = NULL
         WHERE organisation = :organisation AND fingerprint = :fingerprint AND expires_at <= now() RETURNING id`,
        { organisation, fingerprint },
      );
      const second = isMade(expired) ? await insert() : undefined;
      return second ? toExport(second) : null;
    },
    async content(id) {
      const row = await database<{ export_id: string; content: Buffer }>('export_files')
        .where({ export_id: id })
        .first('content');
      return row?.content ?? null;
    },
    async remove(organisation, id) {
      const removed = await database.raw<{ rows: unknown[] }>(
        `WITH gone AS (DELETE FROM exports WHERE organisation = :organisation AND id = :id RETURNING id)
         SELECT pg_notify(:channel, id) FROM gone`,
        { organisation, id, channel: EXPORTS_CHANNEL },
      );
      return isMade(removed);
    },
    async claim(id) {
      const row = await one(
        // A claim lost in a crash of PostgreSQL is simply repeated, so it need not wait for the
        // disk.
        `WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true) AS commit)
         UPDATE exports SET status = 'processing', attempts = attempts + 1, touched_at = now(),
           started_at = coalesce(started_at, now())
         FROM relaxed WHERE relaxed.commit = 'off' AND id = :id AND ${RUNNING}
         RETURNING ${COLUMNS.join(', ')}, tokens, request_id`,
        { id },
      );
      if (!row) return null;
      const { format, prefix, themeId, options, attempts, createdAt } = toExport(row);
      return {
        id,
        format,
        prefix,
        themeId,
        options,
        attempts,
        createdAt,
        tokens: row.tokens ?? [],
        requestId: row.request_id ?? null,
      };
    },
    async progress(id, percent) {
      await database.raw(
        `UPDATE exports SET progress = greatest(progress, :percent), touched_at = now() WHERE id = :id AND status = 'processing'`,
        { id, percent },
      );
    },
    async complete(id, file, sha256) {
      const { filename, mediaType, bytes, written, leftOut } = file;
      const done = await database.raw<{ rows: unknown[] }>(
        `WITH done AS (
           UPDATE exports SET status = 'completed', tokens = NULL, filename = :filename, media_type = :mediaType,
             bytes = :size, sha256 = :sha256, written = :written, left_out = :leftOut, finished_at = now(), expires_at = now() + lifetime
           WHERE id = :id AND ${RUNNING} RETURNING id, organisation, format
         ), kept AS (INSERT INTO export_files (export_id, content) SELECT id, :bytes FROM done
         ), told AS (
           INSERT INTO outbox (id, organisation, type, data)
           SELECT ${OUTBOX_ID}, organisation, 'export.completed', json_build_object('id', id, 'format', format)
           FROM done
         )
         SELECT pg_notify(:channel, id) FROM done`,
        {
          id,
          filename,
          mediaType,
          size: bytes.length,
          sha256,
          written,
          leftOut: JSON.stringify(leftOut),
          bytes,
          channel: EXPORTS_CHANNEL,
        },
      );
      return isMade(done);
    },
    async fail(id, error, shared) {
      const failed = await database.raw<{ rows: unknown[] }>(
        `WITH failed AS (
           UPDATE exports SET status = 'failed', tokens = NULL, error = :error, finished_at = now(),
             expires_at = now() + lifetime, fingerprint = CASE WHEN :shared THEN fingerprint END
           WHERE id = :id AND ${RUNNING} RETURNING id, organisation, format, error
         ), told AS (
           INSERT INTO outbox (id, organisation, type, data)
           SELECT ${OUTBOX_ID}, organisation, 'export.failed',
             json_build_object('id', id, 'format', format, 'error', error)
           FROM failed
         )
         SELECT pg_notify(:channel, id) FROM failed`,
        { id, error: JSON.stringify(error), shared, channel: EXPORTS_CHANNEL },
      );
      return isMade(failed);
    },
  };
};
