import type { Database } from '@platform/database';

import type { Span } from '../calendar/date-range.ts';
import { runCount } from '../goals/run-bounded-query.ts';
import { sql } from '../sql/sql.ts';
import type { Direction, Journeys } from './journey.ts';
import { toTree } from './journey-tree.ts';
import type { Way } from './journey-tree.ts';
import { journeysSql } from './journeys-sql.ts';

export interface JourneysStore {
  /** What visits looked at before and after a page. */
  through(websiteId: number, page: string, span: Span): Promise<Journeys>;
}

interface WayRow {
  readonly direction: Direction;
  readonly p1: number | null;
  readonly p2: number | null;
  readonly p3: number | null;
  readonly views: number;
}

/** Ways that are read in each direction: far more than a tree shows. */
const MOST_WAYS = 20_000;

/** Reads journeys from the events: no rollup knows the order of views. */
export const createJourneysStore = (database: Database): JourneysStore => ({
  async through(websiteId, page, span) {
    const rows = await runCount<WayRow>(database, journeysSql(websiteId, page, span, MOST_WAYS));
    const ids = [...new Set(rows.flatMap(({ p1, p2, p3 }) => [p1, p2, p3]))].filter((id) => id !== null);
    const names = await runCount<{ id: number; value: string }>(
      database,
      sql`SELECT id, value FROM dictionary WHERE website_id = ${websiteId} AND id = ANY(${ids}::int[])`,
    );
    const nameOf = new Map(names.map(({ id, value }) => [id, value]));
    const waysOf = (direction: Direction): readonly Way[] =>
      rows
        .filter((row) => row.direction === direction)
        .map(({ p1, p2, p3, views }) => ({ ids: [p1, p2, p3], views }));
    return {
      views: waysOf('after').find(({ ids: [first] }) => first === null)?.views ?? 0,
      before: toTree(waysOf('before'), nameOf),
      after: toTree(waysOf('after'), nameOf),
    };
  },
});
