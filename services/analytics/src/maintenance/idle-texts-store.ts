import { plainArray } from '@platform/database';
import type { Database } from '@platform/database';

import { EVENT_KINDS, numberOf } from '../dimensions/dimension-names.ts';

/** A text of a website's dictionary that no sum refers to. */
export interface IdleText {
  readonly id: number;
  readonly isPage: boolean;
  /** True if it has been idle for so long that no process remembers its id. */
  readonly isForgotten: boolean;
}

export interface IdleTextsStore {
  /** The database's time, in milliseconds since 1970: instances may differ in theirs. */
  now(): Promise<number>;
  /**
   * Websites that are due, the ones that have waited longest first.
   * @param shortLived websites that keep their data for a limited time: due from the start
   */
  due(shortLived: readonly number[], now: Date, limit: number): Promise<readonly number[]>;
  /**
   * Texts that no sum refers to, in the order of their ids.
   * @param idleBefore those idle since then are forgotten; those idle for less are left out
   */
  list(websiteId: number, afterId: number, idleBefore: Date, limit: number): Promise<readonly IdleText[]>;
  /** The pages that custom events happened on: sums don't count these. */
  pagesOfEvents(websiteId: number): Promise<ReadonlySet<number>>;
  /** Removes texts, except those that were looked up again meanwhile. */
  remove(websiteId: number, ids: readonly number[], idleBefore: Date): Promise<void>;
  /** Notes since when texts have been idle. */
  mark(websiteId: number, ids: readonly number[], now: Date): Promise<void>;
  /** True if texts have been marked since then: they are to be looked at once more. */
  hasMarkedSince(websiteId: number, time: Date): Promise<boolean>;
  /** Says when a website is to be looked at again. */
  schedule(websiteId: number, at: Date): Promise<void>;
  /**
   * Says when a website is to be looked at again, unless somebody else has said so since.
   * @param scheduled what `schedule` was given
   * @param at null: only when something asks for it
   */
  reschedule(websiteId: number, scheduled: Date, at: Date | null): Promise<void>;
}

const PAGE = numberOf('page');

/** All that refers to texts by day. Everything else that holds ids is derived from these or from events. */
const REFERENCES: readonly (readonly [table: string, column: string])[] = [
  ['rollup_pages', 'page_id'],
  ['rollup_values', 'value_id'],
  ['rollup_vitals', 'page_id'],
  ['rollup_vitals', 'device_id'],
  ['imported_pages', 'page_id'],
  ['imported_values', 'value_id'],
];

const USED = REFERENCES.map(
  ([table, column]) => `SELECT ${column} AS id FROM ${table} WHERE website_id = :websiteId`,
).join(' UNION ALL ');

/** Rows that one statement changes: hits whose texts are among them wait for it. */
const PIECE = 1_000;

const piecesOf = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / PIECE) }, (_, index) =>
    ids.slice(index * PIECE, (index + 1) * PIECE),
  );

/**
 * Finds and removes texts that nothing refers to any more. They rest for three days first, because
 * processes remember ids for a day and would go on writing one that stands for nothing. Looking a
 * text up takes its mark off, so nobody remembers the id of one that kept its mark.
 */
export const createIdleTextsStore = (database: Database): IdleTextsStore => ({
  async now() {
    const { rows } = await database.raw<{ rows: { now: Date }[] }>('SELECT clock_timestamp() AS now');
    return rows[0]?.now.getTime() ?? Date.now();
  },

  async due(shortLived, now, limit) {
    const { rows } = await database.raw<{ rows: { website_id: number }[] }>(
      `SELECT website_id FROM dictionary_heads
       WHERE sweep_at <= :now OR (sweep_at IS NULL AND website_id = ANY (:shortLived::integer[]))
       ORDER BY sweep_at NULLS FIRST, website_id LIMIT :limit`,
      { now, limit, shortLived: plainArray([...shortLived]) },
    );
    return rows.map((row) => row.website_id);
  },

  async list(websiteId, afterId, idleBefore, limit) {
    const { rows } = await database.raw<{
      rows: { id: number; dimension: number; is_forgotten: boolean }[];
    }>(
      // A set operation, as an anti-join may become a loop within a loop where statistics are old.
      `SELECT d.id, d.dimension, d.idle_since IS NOT NULL AS is_forgotten
       FROM (
         SELECT id FROM dictionary
         WHERE website_id = :websiteId AND id > :afterId AND (idle_since IS NULL OR idle_since <= :idleBefore)
         EXCEPT (${USED})
         ORDER BY id LIMIT :limit
       ) AS idle JOIN dictionary d ON d.website_id = :websiteId AND d.id = idle.id
       ORDER BY d.id`,
      { websiteId, afterId, idleBefore, limit },
    );
    return rows.map((row) => ({
      id: row.id,
      isPage: row.dimension === PAGE,
      isForgotten: row.is_forgotten,
    }));
  },

  async pagesOfEvents(websiteId) {
    const { rows } = await database.raw<{ rows: { page_id: number }[] }>(
      'SELECT DISTINCT page_id FROM events WHERE website_id = ? AND kind = ?',
      [websiteId, EVENT_KINDS.event],
    );
    return new Set(rows.map((row) => row.page_id));
  },

  async remove(websiteId, ids, idleBefore) {
    for (const piece of piecesOf(ids))
      await database.raw(
        'DELETE FROM dictionary WHERE website_id = ? AND id = ANY (?::integer[]) AND idle_since <= ?',
        [websiteId, plainArray(piece), idleBefore],
      );
  },

  async mark(websiteId, ids, now) {
    for (const piece of piecesOf(ids))
      await database.raw(
        'UPDATE dictionary SET idle_since = ? WHERE website_id = ? AND id = ANY (?::integer[]) AND idle_since IS NULL',
        [now, websiteId, plainArray(piece)],
      );
  },

  async hasMarkedSince(websiteId, time) {
    const found: unknown = await database('dictionary')
      .where({ website_id: websiteId })
      .where('idle_since', '>', time)
      .first('id');
    return found !== undefined;
  },

  async schedule(websiteId, at) {
    await database('dictionary_heads').where({ website_id: websiteId }).update({ sweep_at: at });
  },

  async reschedule(websiteId, scheduled, at) {
    await database('dictionary_heads')
      .where({ website_id: websiteId, sweep_at: scheduled })
      .update({ sweep_at: at });
  },
});
