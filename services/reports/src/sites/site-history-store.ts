import type { Database } from '@platform/database';
import { CHANGES } from './site.ts';
import type { Change, CrawlChanges, CrawlSummary, ChangedPage, EarlierCrawl, SiteChanges } from './site.ts';
import { BROKEN_PLACES, FAILS } from './site-problems-store.ts';

/** Sums over the pages of a crawl. */
export interface CrawlSums extends Pick<CrawlSummary, 'pages' | 'errors' | 'isCut' | 'categories'> {
  readonly score: number | null;
}

export interface SiteHistoryStore {
  sumUp(crawlId: number): Promise<CrawlSums>;
  /** The complete crawl before this one, as long as its pages are kept. */
  before(seriesId: number, crawlId: number): Promise<EarlierCrawl | undefined>;
  countChanges(before: number, after: number): Promise<CrawlChanges>;
  /** @param items places of each change that are listed, at most */
  listChanges(before: number, after: number, items: number): Promise<SiteChanges>;
}

/** Points by which a page's score differs clearly. */
const CLEARLY = 5;

/**
 * The pages that count: those that search engines may show, and those that fail, as 0. A redirect is
 * no page; its target is.
 */
const SCORES = `
  SELECT CASE WHEN ${FAILS} THEN 0 ELSE score END AS score, CASE WHEN NOT ${FAILS} THEN scores END AS scores
  FROM site_pages own WHERE site_id = :crawlId AND NOT is_external AND state = 'done'
    AND (${FAILS} OR (score IS NOT NULL AND is_indexable IS NOT FALSE))`;

/** The pages of both crawls by their address, and what leads nowhere in each. */
const BOTH = `
  WITH earlier AS (
    SELECT *, ${FAILS} AS fails FROM site_pages own WHERE site_id = :before AND NOT is_external AND state = 'done'
  ), later AS (
    SELECT *, ${FAILS} AS fails FROM site_pages own WHERE site_id = :after AND NOT is_external AND state = 'done'
  ), known AS (
    SELECT url_hash FROM site_pages WHERE site_id = :after AND NOT is_external
  ), same_rules AS (
    SELECT coalesce(b.summary ->> 'rules' IS NOT DISTINCT FROM coalesce(a.summary ->> 'rules', b.summary ->> 'rules'), true) AS same
    FROM sites b, sites a WHERE b.id = :before AND a.id = :after
  ), earlier_broken AS (
    SELECT url, note FROM (${BROKEN_PLACES.replaceAll(':siteId', ':before')}) places
  ), later_broken AS (
    SELECT url, note FROM (${BROKEN_PLACES.replaceAll(':siteId', ':after')}) places
  ), shown AS (
    SELECT earlier.url, CAST(earlier.score AS text) AS before, CAST(later.score AS text) AS after,
           later.score - earlier.score AS won
    FROM earlier JOIN later USING (url_hash) CROSS JOIN same_rules WHERE same AND NOT earlier.fails AND NOT later.fails
  ), changes (change, url, before, after, place) AS (
    SELECT 'new_broken', url, NULL, note, row_number() OVER (ORDER BY url, note)
    FROM (SELECT * FROM later_broken EXCEPT SELECT * FROM earlier_broken) fresh
    UNION ALL
    SELECT 'mended_broken', url, note, NULL, row_number() OVER (ORDER BY url, note)
    FROM (SELECT * FROM earlier_broken EXCEPT SELECT * FROM later_broken) gone
    UNION ALL
    SELECT 'appeared', url, NULL, CAST(http_status AS text), row_number() OVER (ORDER BY id)
    FROM later WHERE NOT fails AND error IS NULL AND NOT EXISTS (
      SELECT FROM site_pages old WHERE old.site_id = :before AND NOT old.is_external AND old.url_hash = later.url_hash)
    UNION ALL
    SELECT 'vanished', url, CAST(http_status AS text), NULL, row_number() OVER (ORDER BY id)
    FROM earlier WHERE NOT fails AND error IS NULL AND url_hash NOT IN (SELECT url_hash FROM known)
    UNION ALL
    SELECT 'failing', later.url, CAST(earlier.http_status AS text), coalesce(CAST(later.http_status AS text), later.error),
           row_number() OVER (ORDER BY later.id)
    FROM earlier JOIN later USING (url_hash) WHERE NOT earlier.fails AND earlier.error IS NULL AND later.fails
    UNION ALL
    SELECT 'fell', url, before, after, row_number() OVER (ORDER BY won, url) FROM shown WHERE won <= -${CLEARLY}
    UNION ALL
    SELECT 'rose', url, before, after, row_number() OVER (ORDER BY won DESC, url) FROM shown WHERE won >= ${CLEARLY}
  )`;

interface SumsRow {
  score: number | null;
  pages: string;
  errors: string;
  is_cut: boolean;
  categories: Record<string, number> | null;
}

/** Reads what crawls of a site came to, and how they differ. */
export const createSiteHistoryStore = (database: Database): SiteHistoryStore => {
  const listChanges = async (before: number, after: number, items: number): Promise<SiteChanges> => {
    const { rows } = await database.raw<{ rows: { change: Change; total: string; items: ChangedPage[] }[] }>(
      `${BOTH} SELECT change, count(*) AS total,
         coalesce(json_agg(json_build_object('url', url, 'before', before, 'after', after) ORDER BY place)
           FILTER (WHERE place <= :items), '[]') AS items
       FROM changes GROUP BY change`,
      { before, after, items },
    );
    const byName = new Map(rows.map((row) => [row.change, { total: Number(row.total), items: row.items }]));
    const none = { total: 0, items: [] };
    return Object.fromEntries(
      CHANGES.map((name) => [name, byName.get(name) ?? none]),
    ) as unknown as SiteChanges;
  };

  return {
    async sumUp(crawlId) {
      const { rows } = await database.raw<{ rows: SumsRow[] }>(
        `WITH counted AS (${SCORES}), own AS (
           SELECT * FROM site_pages WHERE site_id = :crawlId AND NOT is_external AND state = 'done'
         )
         SELECT (SELECT CAST(round(avg(score)) AS integer) FROM counted) AS score,
           (SELECT count(*) FROM own) AS pages, (SELECT count(*) FROM own WHERE ${FAILS}) AS errors,
           (SELECT count(*) FROM site_pages WHERE site_id = :crawlId AND NOT is_external)
             >= (SELECT max_pages FROM sites WHERE id = :crawlId AND follows) AS is_cut,
           (SELECT json_object_agg(key, mean) FROM (
              SELECT key, CAST(round(avg(CAST(value AS numeric))) AS integer) AS mean
              FROM counted CROSS JOIN jsonb_each_text(scores) GROUP BY key) means) AS categories`,
        { crawlId },
      );
      const [row] = rows;
      return {
        score: row?.score ?? null,
        pages: Number(row?.pages ?? 0),
        errors: Number(row?.errors ?? 0),
        isCut: row?.is_cut ?? false,
        categories: row?.categories ?? {},
      };
    },

    async before(seriesId, crawlId) {
      const { rows } = await database.raw<{ rows: EarlierCrawl[] }>(
        `SELECT id, score, summary FROM sites
         WHERE coalesce(series_id, id) = :seriesId AND id < :crawlId AND status = 'completed'
           AND EXISTS (SELECT FROM site_pages WHERE site_id = sites.id)
         ORDER BY id DESC LIMIT 1`,
        { seriesId, crawlId },
      );
      return rows[0];
    },

    async countChanges(before, after) {
      const found = await listChanges(before, after, 0);
      return Object.fromEntries(CHANGES.map((name) => [name, found[name].total])) as unknown as CrawlChanges;
    },
    listChanges,
  };
};
