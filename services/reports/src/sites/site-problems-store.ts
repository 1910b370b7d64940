import type { Database } from '@platform/database';

import type { ProblemItem } from './site.ts';
import { QUERIES } from './structural-problems.ts';

/** A problem that was found, with the first places that have it. */
export interface FoundProblem {
  readonly id: string;
  readonly total: number;
  readonly items: readonly ProblemItem[];
}

/** A place that has a problem. */
export interface ProblemPlace extends ProblemItem {
  /** The problem. */
  readonly id: string;
}

export interface SiteProblemsStore {
  /** Faults of links, duplicates and structure, by problem. */
  structural(siteId: number, items: number): Promise<readonly FoundProblem[]>;
  /** What the checks found, by check. */
  byCheck(siteId: number, items: number): Promise<readonly FoundProblem[]>;
  /** The first places of these problems, one problem after the other. */
  places(siteId: number, ids: readonly string[], most: number): AsyncIterable<ProblemPlace>;
}

/** Rows that are read at once. */
const BATCH = 500;

/**
 * The pages that were visited, those of them that search engines show, and those that stand for
 * themselves: a variant that names another such page as its canonical one duplicates nothing. (In
 * `coalesce` the subquery is hashed once. As a join it is a loop in a loop for as long as PostgreSQL
 * has no statistics about a new site.)
 */
const PAGES = `
  WITH own AS (
    SELECT * FROM site_pages WHERE site_id = :siteId AND NOT is_external AND state = 'done'
  ), shown AS (
    SELECT * FROM own WHERE http_status = 200 AND is_indexable AND coalesce(final_url, url) = url
  ), distinct_pages AS (
    SELECT * FROM shown WHERE NOT coalesce(canonical <> url AND canonical IN (SELECT url FROM shown), false)
  )`;

/** A problem’s places in their order. */
const numbered = (query: string): string =>
  `SELECT url, note, row_number() OVER (ORDER BY url, note) AS place FROM (${query}) found`;

/** The places of all checks in their order, the pages that fail first. */
const CHECKED = `
  SELECT finding ->> 'id' AS id, url, finding ->> 'message' AS note,
         row_number() OVER (PARTITION BY finding ->> 'id' ORDER BY (finding ->> 'status'), site_pages.id) AS place
  FROM site_pages CROSS JOIN jsonb_array_elements(findings) AS finding WHERE site_id = :siteId`;

/** Everything that is wrong, by problem and place. */
const PLACES = `${PAGES}
  SELECT id, url, note FROM (
    ${Object.entries(QUERIES)
      .map(([id, query]) => `SELECT '${id}' AS id, url, note, place FROM (${numbered(query)}) places`)
      .join(' UNION ALL ')}
    UNION ALL ${CHECKED}
  ) listed
  WHERE place <= :most AND id = ANY(CAST(:ids AS text[]))
  ORDER BY array_position(CAST(:ids AS text[]), id), place`;

interface FoundRow {
  id: string;
  total: string;
  items: ProblemItem[];
}

const toProblem = ({ id, total, items }: FoundRow): FoundProblem => ({ id, total: Number(total), items });

/** Finds problems over all pages of a site, as far as it is crawled. */
export const createSiteProblemsStore = (database: Database): SiteProblemsStore => ({
  async structural(siteId, items) {
    const parts = Object.entries(QUERIES).map(
      ([id, query]) => `
        SELECT '${id}' AS id, count(*) AS total, coalesce(json_agg(json_build_object('url', url, 'note', note)
          ORDER BY url, note) FILTER (WHERE place <= :items), '[]') AS items
        FROM (${numbered(query)}) numbered`,
    );
    const { rows } = await database.raw<{ rows: FoundRow[] }>(`${PAGES} ${parts.join(' UNION ALL ')}`, {
      siteId,
      items,
    });
    return rows.map(toProblem).filter(({ total }) => total > 0);
  },

  async byCheck(siteId, items) {
    const { rows } = await database.raw<{ rows: FoundRow[] }>(
      `SELECT id, max(place) AS total, coalesce(json_agg(json_build_object('url', url, 'note', note) ORDER BY place)
         FILTER (WHERE place <= :items), '[]') AS items
       FROM (${CHECKED}) found GROUP BY id`,
      { siteId, items },
    );
    return rows.map(toProblem);
  },

  async *places(siteId, ids, most) {
    const stream = database
      .raw(PLACES, { siteId, ids: [...ids], most })
      .stream({ batchSize: BATCH, highWaterMark: BATCH });
    try {
      yield* stream as AsyncIterable<ProblemPlace>;
    } finally {
      stream.destroy();
    }
  },
});
