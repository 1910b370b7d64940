import type { Database } from '@platform/database';

import { dropReasonName } from './rules/drop-reasons.ts';
import type { DropReason } from './rules/drop-reasons.ts';

export interface PageCount {
  readonly page: string;
  readonly pageviews: number;
}

export interface DropCount {
  readonly day: string;
  readonly reason: DropReason;
  readonly count: number;
}

export interface ExclusionsStore {
  /** The most viewed pages from a local day on, at most `limit`. */
  topPages(websiteId: number, fromDay: string, limit: number): Promise<readonly PageCount[]>;
  /** Counts what was dropped between two local days, both included. */
  drops(websiteId: number, fromDay: string, toDay: string): Promise<readonly DropCount[]>;
}

/** Reads what exclusions did, and what new ones would do. */
export const createExclusionsStore = (database: Database): ExclusionsStore => ({
  async topPages(websiteId, fromDay, limit) {
    const { rows } = await database.raw<{ rows: { page: string; pageviews: string }[] }>(
      `SELECT d.value AS page, p.pageviews
       FROM (
         SELECT page_id, sum(pageviews) AS pageviews FROM rollup_pages
         WHERE website_id = :websiteId AND day >= :fromDay GROUP BY page_id HAVING sum(pageviews) > 0
         ORDER BY pageviews DESC, page_id LIMIT :limit
       ) AS p JOIN dictionary d ON d.website_id = :websiteId AND d.id = p.page_id
       ORDER BY p.pageviews DESC, d.value`,
      { websiteId, fromDay, limit },
    );
    return rows.map(({ page, pageviews }) => ({ page, pageviews: Number(pageviews) }));
  },

  async drops(websiteId, fromDay, toDay) {
    const { rows } = await database.raw<{ rows: { day: string; reason: number; count: string }[] }>(
      `SELECT day::text, reason, count FROM drops
       WHERE website_id = ? AND day BETWEEN ? AND ? ORDER BY day, reason`,
      [websiteId, fromDay, toDay],
    );
    return rows.flatMap(({ day, reason, count }) => {
      const name = dropReasonName(reason);
      return name ? [{ day, reason: name, count: Number(count) }] : [];
    });
  },
});
