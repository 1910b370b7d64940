import type { Database } from '@platform/database';

import type { ExportFile } from '../formats/write-file.ts';
import type { DesignToken } from '../formats/token.ts';
import type { ExportError, NewExport, TokenExport } from './token-export.ts';
import { COLUMNS, toExport } from './export-row.ts';
import type { ExportRow } from './export-row.ts';

/** An export that a worker has taken up. */
export interface ClaimedExport {
  readonly id: string;
  readonly format: string;
  readonly prefix: string | null;
  readonly themeId: string | null;
  readonly options: TokenExport['options'];
  readonly tokens: readonly DesignToken[];
  readonly attempts: number;
  readonly createdAt: Date;
}

export interface TokensStore {
  find(organisation: string, id: string): Promise<TokenExport | null>;
  /** The export that an equal request may share. One that is about to expire is kept for a full lifetime again. */
  findShared(organisation: string, fingerprint: Buffer): Promise<TokenExport | null>;
  /** Keeps a new export, unless an equal one of the organisation was kept meanwhile: then resolves with null. */
  insert(request: NewExport): Promise<TokenExport | null>;
  content(id: string): Promise<Buffer | null>;
  /** Removes an export, in whatever state. Resolves with false if there is none. */
  remove(organisation: string, id: string): Promise<boolean>;
  /** Marks an export as being worked on. Resolves with null if there is nothing to do any more. */
  claim(id: string): Promise<ClaimedExport | null>;
  /** Finishes an export, once: resolves with false if it was finished or removed before. */
  complete(id: string, file: ExportFile, sha256: string): Promise<boolean>;
  /** Gives up an export, once. `shared` tells whether equal requests get this failure too. */
  fail(id: string, error: ExportError, shared: boolean): Promise<boolean>;
}

/** On this channel the id of each export is told that has finished or was removed. */
export const EXPORTS_CHANNEL = 'palette_exports';

const RUNNING = `status IN ('queued', 'processing')`;
const isMade = ({ rows }: { rows: unknown[] }): boolean => rows.length > 0;

export const createTokensStore = (database: Database): TokensStore => {
  const table = () => database<ExportRow>('exports');
  const one = async (sql: string, bindings: Record<string, unknown>): Promise<ExportRow | undefined> =>
    (await database.raw<{ rows: ExportRow[] }>(sql, bindings)).rows[0];

  return {
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
             status, lifetime, created_at)
           VALUES (:id, :organisation, :paletteId, :themeId, :format, :prefix, :options, :tokens, :fingerprint,
             'queued', make_interval(secs => :lifetime), now())
           ON CONFLICT (organisation, fingerprint) WHERE fingerprint IS NOT NULL DO NOTHING
           RETURNING ${COLUMNS.join(', ')}`,
          {
            ...request,
            options: JSON.stringify(request.options),
            tokens: JSON.stringify(request.tokens),
          },
        );
      const row = await insert();
      if (row) return toExport(row);
      // What stands in the way may have expired without having been swept yet.
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
        // A claim that a crash of PostgreSQL forgets is made again, so nobody waits for it to reach the disk.
        `WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true) AS commit)
         UPDATE exports SET status = 'processing', attempts = attempts + 1, touched_at = now(),
           started_at = coalesce(started_at, now())
         FROM relaxed WHERE relaxed.commit = 'off' AND id = :id AND ${RUNNING}
         RETURNING ${COLUMNS.join(', ')}, tokens`,
        { id },
      );
      if (!row) return null;
      const { format, prefix, themeId, options, attempts, createdAt } = toExport(row);
      return { id, format, prefix, themeId, options, attempts, createdAt, tokens: row.tokens ?? [] };
    },
    async complete(id, file, sha256) {
      const { filename, mediaType, bytes } = file;
      const done = await database.raw<{ rows: unknown[] }>(
        `WITH done AS (
           UPDATE exports SET status = 'completed', tokens = NULL, filename = :filename, media_type = :mediaType,
             bytes = :size, sha256 = :sha256, finished_at = now(), expires_at = now() + lifetime
           WHERE id = :id AND ${RUNNING} RETURNING id
         ), kept AS (INSERT INTO export_files (export_id, content) SELECT id, :bytes FROM done)
         SELECT pg_notify(:channel, id) FROM done`,
        { id, filename, mediaType, size: bytes.length, sha256, bytes, channel: EXPORTS_CHANNEL },
      );
      return isMade(done);
    },
    async fail(id, error, shared) {
      const failed = await database.raw<{ rows: unknown[] }>(
        `WITH failed AS (
           UPDATE exports SET status = 'failed', tokens = NULL, error = :error, finished_at = now(),
             expires_at = now() + lifetime, fingerprint = CASE WHEN :shared THEN fingerprint END
           WHERE id = :id AND ${RUNNING} RETURNING id
         )
         SELECT pg_notify(:channel, id) FROM failed`,
        { id, error: JSON.stringify(error), shared, channel: EXPORTS_CHANNEL },
      );
      return isMade(failed);
    },
  };
};
