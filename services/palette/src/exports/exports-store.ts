import { createGroupedStatements, OUTBOX_ID, textArray } from '@platform/database';
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
export interface ClaimedExport extends TokenExport {
  readonly tokens: readonly DesignToken[];
  /** Of the request that asked for it first. */
  readonly requestId: string | null;
}

/** An export that answers a request: made for it, or for an equal one. */
export interface SharedExport {
  readonly item: TokenExport;
  readonly isNew: boolean;
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
  /**
   * Inserts an export unless its organisation has an equal one, which requests share and which is kept
   * longer if it is about to expire. Resolves with null where an equal one was removed just now.
   */
  share(request: NewExport): Promise<SharedExport | null>;
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

const columnsOf = (table: string): string => COLUMNS.map((name) => `${table}.${name}`).join(', ');

const FIND = `SELECT ${COLUMNS.join(', ')} FROM exports WHERE id = ANY(:ids::text[])`;

// A claim lost in a crash of PostgreSQL is simply repeated, so it need not wait for the disk.
const CLAIM = `
  WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true) AS commit)
  UPDATE exports SET status = 'processing', attempts = attempts + 1, touched_at = now(),
    started_at = coalesce(started_at, now())
  FROM relaxed WHERE relaxed.commit = 'off' AND id = ANY(:ids::text[]) AND ${RUNNING}
  RETURNING ${COLUMNS.join(', ')}, tokens, request_id`;

/**
 * Finds equal exports, and inserts those that have none. A request has no row where an equal export has
 * expired without being cleaned up, which this ends, or is being inserted by another request: it asks
 * again.
 */
const SHARE = `
  WITH wanted AS MATERIALIZED (
    SELECT id, organisation, palette_id, theme_id, format, prefix, options, tokens,
      decode(fingerprint, 'hex') AS fingerprint, step, make_interval(secs => seconds) AS lifetime, request_id
    FROM json_to_recordset(:wanted) AS wanted (id text, organisation text, palette_id text, theme_id text,
      format text, prefix text, options json, tokens json, fingerprint text, step smallint,
      seconds double precision, request_id text)
  ), equal AS MATERIALIZED (
    SELECT wanted.id AS asked, ${columnsOf('exports')},
      exports.expires_at IS NULL OR exports.expires_at > now() AS is_kept,
      coalesce(exports.expires_at < now() + exports.lifetime / 2, false) AS is_due
    FROM wanted JOIN exports ON exports.organisation = wanted.organisation AND exports.fingerprint = wanted.fingerprint
  ), expired AS (
    UPDATE exports SET fingerprint = NULL FROM equal WHERE exports.id = equal.id AND NOT equal.is_kept
  ), made AS (
    INSERT INTO exports (id, organisation, palette_id, theme_id, format, prefix, options, tokens, fingerprint,
      progress, status, lifetime, created_at, request_id)
    SELECT id, organisation, palette_id, theme_id, format, prefix, options, tokens, fingerprint, step, 'queued',
      lifetime, now(), request_id
    FROM wanted WHERE NOT EXISTS (SELECT FROM equal WHERE equal.asked = wanted.id)
    ON CONFLICT (organisation, fingerprint) WHERE fingerprint IS NOT NULL DO NOTHING
    RETURNING ${COLUMNS.join(', ')}
  )
  SELECT asked, ${COLUMNS.join(', ')}, false AS is_new, is_due FROM equal WHERE is_kept
  UNION ALL SELECT id AS asked, ${COLUMNS.join(', ')}, true, false FROM made`;

const COMPLETE = `
  WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(:files) AS given (id text, filename text, media_type text, bytes integer,
      sha256 text, written integer, left_out jsonb)
  ), done AS (
    UPDATE exports SET status = 'completed', tokens = NULL, filename = given.filename, media_type = given.media_type,
      bytes = given.bytes, sha256 = given.sha256, written = given.written, left_out = given.left_out,
      finished_at = now(), expires_at = now() + lifetime
    FROM given WHERE exports.id = given.id AND ${RUNNING}
    RETURNING exports.id, organisation, format
  ), kept AS (
    INSERT INTO export_files (export_id, content)
    SELECT id, content FROM unnest(:ids::text[], :contents::bytea[]) AS files (id, content) JOIN done USING (id)
  ), told AS (
    INSERT INTO outbox (id, organisation, type, data)
    SELECT ${OUTBOX_ID}, organisation, 'export.completed', json_build_object('id', id, 'format', format) FROM done
  )
  SELECT id, pg_notify(:channel, id) FROM done`;

/** Characters or bytes of what goes alone: it takes so long that others needn't wait for it. */
const LARGE = 65_536;

type WantedRow = NewExport & { readonly requestId: string | null };

/** Requests in JSON; the tokens are in it already. */
const jsonOf = (wanted: readonly WantedRow[]): string =>
  `[${wanted
    .map(({ tokens, ...request }) => {
      const row = JSON.stringify({
        id: request.id,
        organisation: request.organisation,
        palette_id: request.paletteId,
        theme_id: request.themeId,
        format: request.format,
        prefix: request.prefix,
        options: request.options,
        fingerprint: Buffer.from(request.fingerprint).toString('hex'),
        step: request.step,
        seconds: request.lifetime,
        request_id: request.requestId,
      });
      return `${row.slice(0, -1)},"tokens":${tokens}}`;
    })
    .join(',')}]`;

interface SharedRow extends ExportRow {
  /** Id of the request that it answers. */
  readonly asked: string;
  readonly is_new: boolean;
  /** True if it is about to expire. */
  readonly is_due: boolean;
}

interface FinishedFile extends ExportFile {
  readonly id: string;
  readonly sha256: string;
}

export const createExportsStore = (database: Database): ExportsStore => {
  const table = () => database<ExportRow>('exports');
  const one = async (sql: string, bindings: Record<string, unknown>): Promise<ExportRow | undefined> =>
    (await database.raw<{ rows: ExportRow[] }>(sql, bindings)).rows[0];

  const byId = (ids: readonly string[], rows: readonly ExportRow[]): (ExportRow | undefined)[] => {
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  };

  const findInGroups = createGroupedStatements<string, ExportRow | undefined>({
    database,
    run: async (ids) => {
      const { rows } = await database.raw<{ rows: ExportRow[] }>(FIND, { ids: textArray(ids) });
      return byId(ids, rows);
    },
  });

  const shareInGroups = createGroupedStatements<WantedRow, SharedRow | undefined>({
    database,
    isLarge: ({ tokens }) => tokens.length > LARGE,
    run: async (wanted) => {
      const { rows } = await database.raw<{ rows: SharedRow[] }>(SHARE, { wanted: jsonOf(wanted) });
      const found = new Map(rows.map((row) => [row.asked, row]));
      return wanted.map(({ id }) => found.get(id));
    },
  });

  const claimInGroups = createGroupedStatements<string, ExportRow | undefined>({
    database,
    run: async (ids) => {
      const { rows } = await database.raw<{ rows: ExportRow[] }>(CLAIM, { ids: textArray(ids) });
      return byId(ids, rows);
    },
  });

  const completeInGroups = createGroupedStatements<FinishedFile, boolean>({
    database,
    isLarge: ({ bytes }) => bytes.length > LARGE,
    run: async (files) => {
      const { rows } = await database.raw<{ rows: { id: string }[] }>(COMPLETE, {
        files: JSON.stringify(
          files.map(({ id, sha256, filename, mediaType, bytes, written, leftOut }) => ({
            id,
            filename,
            media_type: mediaType,
            bytes: bytes.length,
            sha256,
            written,
            left_out: leftOut,
          })),
        ),
        ids: textArray(files.map(({ id }) => id)),
        contents: textArray(files.map(({ bytes }) => `\\x${bytes.toString('hex')}`)),
        channel: EXPORTS_CHANNEL,
      });
      const done = new Set(rows.map(({ id }) => id));
      return files.map(({ id }) => done.has(id));
    },
  });

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
      const row = await findInGroups('', id);
      return row?.organisation === organisation ? toExport(row) : null;
    },
    async share(request) {
      const { organisation } = request;
      const wanted = { ...request, requestId: currentRequestId() };
      const row = (await shareInGroups(organisation, wanted)) ?? (await shareInGroups(organisation, wanted));
      if (row === undefined) return null;
      const kept = row.is_due
        ? await one(
            `UPDATE exports SET expires_at = now() + lifetime WHERE id = :id RETURNING ${COLUMNS.join(', ')}`,
            { id: row.id },
          )
        : row;
      return { item: toExport(kept ?? row), isNew: row.is_new };
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
      const row = await claimInGroups('', id);
      if (!row) return null;
      return { ...toExport(row), tokens: row.tokens ?? [], requestId: row.request_id ?? null };
    },
    async progress(id, percent) {
      await database.raw(
        `UPDATE exports SET progress = greatest(progress, :percent), touched_at = now() WHERE id = :id AND status = 'processing'`,
        { id, percent },
      );
    },
    complete: (id, file, sha256) => completeInGroups('', { id, sha256, ...file }),
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
