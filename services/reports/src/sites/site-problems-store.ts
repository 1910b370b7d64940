import type { Database } from '@platform/database';

import type { ProblemItem } from './site.ts';
import { QUERIES } from './structural-problems.ts';

/** A problem that was found, with the first places that have it. */
export interface FoundProblem {
  readonly id: string;
  readonly total: number;
  readonly items: readonly ProblemItem[];
}

export interface SiteProblemsStore {
  /** Faults of links, duplicates and structure, by problem. */
  structural(siteId: number, items: number): Promise<readonly FoundProblem[]>;
  /** What the checks found, by check. */
  byCheck(siteId: number, items: number): Promise<readonly FoundProblem[]>;
}

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
        FROM (SELECT url, note, row_number() OVER (ORDER BY url, note) AS place FROM (${query}) found) numbered`,
    );
    const { rows } = await database.raw<{ rows: FoundRow[] }>(
      `WITH own AS (
         SELECT * FROM site_pages WHERE site_id = :siteId AND NOT is_external AND state = 'done'
       ), shown AS (
         SELECT * FROM own WHERE http_status = 200 AND is_indexable AND coalesce(final_url, url) = url
       ) ${parts.join(' UNION ALL ')}`,
      { siteId, items },
    );
    return rows.map(toProblem).filter(({ total }) => total > 0);
  },

  async byCheck(siteId, items) {
    const { rows } = await database.raw<{ rows: FoundRow[] }>(
      `SELECT id, max(place) AS total, json_agg(json_build_object('url', url, 'note', note) ORDER BY place)
         FILTER (WHERE place <= :items) AS items
       FROM (
         SELECT finding ->> 'id' AS id, url, finding ->> 'message' AS note,
                row_number() OVER (PARTITION BY finding ->> 'id' ORDER BY (finding ->> 'status'), site_pages.id) AS place
         FROM site_pages CROSS JOIN jsonb_array_elements(findings) AS finding WHERE site_id = :siteId
       ) found GROUP BY id`,
      { siteId, items },
    );
    return rows.map(toProblem);
  },
});
