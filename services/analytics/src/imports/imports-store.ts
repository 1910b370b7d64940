import type { Database } from '@platform/database';
import { currentRequestId } from '@platform/runtime';
import type { StorageSettings } from '../exclusions/rules/storage-rules.ts';
import type { Spelling } from '../websites/website.ts';

type ImportStatus = 'uploading' | 'pending' | 'running' | 'completed' | 'failed';

/** A file that an owner brings along from another program. */
export interface Import {
  readonly id: number;
  readonly websiteId: number;
  readonly source: string;
  readonly fileName: string;
  readonly status: ImportStatus;
  /** 0 to 100. */
  readonly progress: number;
  readonly sizeBytes: number;
  readonly rowsRead: number;
  /** Days that are counted because of it, and days that were counted already. */
  readonly days: number;
  readonly skippedDays: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly error: string | null;
  /** Note about what was left out; null if nothing was. */
  readonly note: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

interface ImportRow {
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
  readonly note: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

const toImport = (row: ImportRow): Import => ({
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
  note: row.note,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});

/** Days as text: the driver would make them instants. */
const COLUMNS = 'i.*, i.first_day::text AS first, i.last_day::text AS last';

/** The process of the last attempt is gone, and so is the file. */
const GIVE_UP = `
  WITH given_up AS (
    UPDATE imports SET status = 'failed', error = ?, finished_at = ?, claimed_until = NULL
    WHERE status IN ('pending', 'running') AND (claimed_until IS NULL OR claimed_until < ?) AND attempts >= ?
    RETURNING website_id, id)
  DELETE FROM import_parts p USING given_up g WHERE p.website_id = g.website_id AND p.import_id = g.id`;

const CLAIM = `
  WITH claimed AS (
    SELECT website_id, id FROM imports
    WHERE status IN ('pending', 'running') AND (claimed_until IS NULL OR claimed_until < ?)
      AND attempts < ?
      AND EXISTS (SELECT 1 FROM websites e WHERE e.id = website_id)
    ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE imports i SET status = 'running', attempts = i.attempts + 1, claimed_until = ?
  FROM claimed c JOIN websites w ON w.id = c.website_id
  WHERE i.website_id = c.website_id AND i.id = c.id RETURNING ${COLUMNS}, i.request_id, w.domain, w.timezone, w.exclude_params,
    w.page_rules, w.exclude_pages, w.exclude_hosts, w.exclude_countries, w.exclude_visitors, w.trailing_slash, w.query_order, w.campaign_case`;

interface NewImport {
  readonly source: string;
  readonly fileName: string;
}

/** An import that this process has taken on. */
export interface ClaimedImport extends Import, StorageSettings {
  readonly attempts: number;
  readonly domain: string;
  readonly timezone: string;
  /** Of the website, one per line. */
  readonly excludeParams: string | null;
  readonly spelling: Spelling;
  /** Of the request that began the upload. */
  readonly requestId: string | null;
}

interface ImportOutcome {
  /** Null for success. */
  readonly error: string | null;
  /** Note about what was left out; null if nothing was. */
  readonly note: string | null;
  readonly skippedDays: number;
}

interface MissingPart {
  readonly missing: number;
  readonly last: number;
}

export interface ImportsStore {
  insert(websiteId: number, values: NewImport): Promise<Import>;
  find(websiteId: number, id: number): Promise<Import | undefined>;
  /** The latest first. */
  list(websiteId: number): Promise<readonly Import[]>;
  /**
   * Stores a part of the file during the upload, replacing an existing one.
   * @returns bytes in all; undefined for an import that is no longer being uploaded
   */
  putPart(websiteId: number, id: number, part: number, content: Buffer): Promise<number | undefined>;
  /**
   * Ends the upload, unless a part in front of the last one is missing.
   * @returns the numbers of the first such part and of the last one, if so
   */
  complete(websiteId: number, id: number): Promise<MissingPart | undefined>;
  /** Takes an import, its days and its file away. */
  remove(websiteId: number, id: number): Promise<boolean>;
  /** The parts of the file, in their order. */
  parts(websiteId: number, id: number): AsyncIterable<Buffer>;
  /** Takes the oldest import that is open and has had fewer attempts than that. */
  claim(now: Date, until: Date, mostAttempts: number): Promise<ClaimedImport | undefined>;
  /** True where there is an import to take. */
  hasOpen(now: Date): Promise<boolean>;
  /** Ends imports if their last attempt ended with its process, and says why. */
  giveUp(now: Date, mostAttempts: number, error: string): Promise<void>;
  /** @returns false if the import is gone or another process has it */
  note(claimed: ClaimedImport, progress: number, rowsRead: number, until: Date): Promise<boolean>;
  /** Says that the process still works on the import. */
  renew(claimed: ClaimedImport, until: Date): Promise<void>;
  finish(claimed: ClaimedImport, outcome: ImportOutcome, now: Date): Promise<void>;
  /** Lets others take the import again. @param attempts how many count */
  release(claimed: ClaimedImport, attempts: number): Promise<void>;
}

const TABLES = ['imported_pages', 'imported_values'] as const;

/** Imports and their files in PostgreSQL. What they brought is written by imported-days-store.ts. */
export const createImportsStore = (database: Database): ImportsStore => {
  const read = async (websiteId: number, id?: number): Promise<readonly Import[]> => {
    const { rows } = await database.raw<{ rows: ImportRow[] }>(
      `SELECT ${COLUMNS} FROM imports i WHERE website_id = ? AND id = coalesce(?, id) ORDER BY id DESC`,
      [websiteId, id ?? null],
    );
    return rows.map(toImport);
  };
  const mine = ({ websiteId, id, attempts }: ClaimedImport) =>
    database('imports').where({ attempts, id, website_id: websiteId, status: 'running' });

  return {
    list: (websiteId) => read(websiteId),
    find: async (websiteId, id) => (await read(websiteId, id))[0],
    async insert(websiteId, { source, fileName }) {
      const [row] = await database('imports')
        .insert({ source, website_id: websiteId, file_name: fileName, request_id: currentRequestId() })
        .returning<{ id: number }[]>('id');
      const [made] = row === undefined ? [] : await read(websiteId, row.id);
      if (made === undefined) throw new Error('an inserted row was not found');
      return made;
    },
    putPart: (websiteId, id, part, content) =>
      database.transaction(async (transaction) => {
        const key = { website_id: websiteId, import_id: id };
        const open = await transaction('imports')
          .where({ id, website_id: websiteId, status: 'uploading' })
          .forUpdate()
          .first<{ id: number } | undefined>('id');
        if (open === undefined) return undefined;
        await transaction('import_parts')
          .insert({ ...key, part, content })
          .onConflict(['website_id', 'import_id', 'part'])
          .merge();
        const [sum] = await transaction('import_parts')
          .where(key)
          .select<{ bytes: string }[]>(transaction.raw('sum(length(content)) AS bytes'));
        const bytes = Number(sum?.bytes ?? 0);
        await transaction('imports').where({ id, website_id: websiteId }).update({ size_bytes: bytes });
        return bytes;
      }),
    complete: (websiteId, id) =>
      database.transaction(async (transaction) => {
        const open = { id, website_id: websiteId, status: 'uploading' };
        // No part comes in between.
        await transaction('imports').where(open).forUpdate().first('id');
        const parts = await transaction('import_parts')
          .where({ website_id: websiteId, import_id: id })
          .orderBy('part')
          .pluck<number[]>('part');
        const gap = parts.findIndex((part, index) => part !== index + 1);
        if (gap >= 0) return { missing: gap + 1, last: parts.at(-1) ?? gap + 1 };
        await transaction('imports').where(open).update({ status: 'pending' });
        return undefined;
      }),
    remove: (websiteId, id) =>
      database.transaction(async (transaction) => {
        const removed = await transaction('imports').where({ id, website_id: websiteId }).delete();
        if (removed === 0) return false;
        const key = { website_id: websiteId, import_id: id };
        await transaction('import_parts').where(key).delete();
        const days = transaction('imported_days').where(key).select('day');
        for (const table of TABLES)
          await transaction(table).where({ website_id: websiteId }).whereIn('day', days).delete();
        await transaction('imported_days').where(key).delete();
        // Its page addresses and titles go with the next sweeps, unless something else refers to them.
        await transaction('dictionary_heads')
          .where({ website_id: websiteId })
          .update({ sweep_at: new Date() });
        return true;
      }),
    async *parts(websiteId, id) {
      const key = { website_id: websiteId, import_id: id };
      const numbers = await database('import_parts').where(key).orderBy('part').pluck<number[]>('part');
      for (const part of numbers) {
        const row = await database('import_parts')
          .where({ ...key, part })
          .first<{ content: Buffer } | undefined>('content');
        if (row !== undefined) yield row.content;
      }
    },
    async claim(now, until, mostAttempts) {
      type ClaimedRow = ImportRow &
        Pick<ClaimedImport, 'attempts' | 'domain' | 'timezone'> & {
          readonly exclude_params: string | null;
          readonly page_rules: string | null;
          readonly exclude_pages: string | null;
          readonly exclude_hosts: string | null;
          readonly exclude_countries: string | null;
          readonly exclude_visitors: string | null;
          readonly trailing_slash: Spelling['trailingSlash'];
          readonly query_order: Spelling['queryOrder'];
          readonly campaign_case: Spelling['campaignCase'];
          readonly request_id: string | null;
        };
      const { rows } = await database.raw<{ rows: ClaimedRow[] }>(CLAIM, [now, mostAttempts, until]);
      const [row] = rows;
      if (row === undefined) return undefined;
      const { attempts, domain, timezone } = row;
      return {
        ...toImport(row),
        attempts,
        domain,
        timezone,
        excludeParams: row.exclude_params,
        pageRules: row.page_rules,
        excludePages: row.exclude_pages,
        excludeHosts: row.exclude_hosts,
        excludeCountries: row.exclude_countries,
        excludeVisitors: row.exclude_visitors,
        spelling: {
          trailingSlash: row.trailing_slash,
          queryOrder: row.query_order,
          campaignCase: row.campaign_case,
        },
        requestId: row.request_id,
      };
    },
    async giveUp(now, mostAttempts, error) {
      await database.raw(GIVE_UP, [error, now, now, mostAttempts]);
    },
    note: async (claimed, progress, rowsRead, until) =>
      (await mine(claimed).update({ progress, rows_read: rowsRead, claimed_until: until })) > 0,
    async renew(claimed, until) {
      await mine(claimed).update({ claimed_until: until });
    },
    async hasOpen(now) {
      const { rows } = await database.raw<{ rows: unknown[] }>(
        `SELECT FROM imports WHERE status IN ('pending', 'running') AND (claimed_until IS NULL OR claimed_until < ?)
           AND EXISTS (SELECT 1 FROM websites e WHERE e.id = website_id) LIMIT 1`,
        [now],
      );
      return rows.length > 0;
    },
    async finish(claimed, { error, note, skippedDays }, now) {
      const { websiteId, id } = claimed;
      const changed = await mine(claimed).update({
        error,
        note,
        skipped_days: skippedDays,
        status: error === null ? 'completed' : 'failed',
        finished_at: now,
        claimed_until: null,
        ...(error === null ? { progress: 100 } : {}),
      });
      if (changed > 0)
        await database('import_parts').where({ website_id: websiteId, import_id: id }).delete();
    },
    async release(claimed, attempts) {
      await mine(claimed).update({ attempts, status: 'pending', claimed_until: null });
    },
  };
};
