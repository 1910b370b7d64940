import type { Database } from '@platform/database';

/** Pages of a site that belong together. */
export interface SiteCluster {
  readonly kind: 'canonical' | 'hreflang';
  /** The canonical address, or the first of the language versions. */
  readonly url: string;
  /** The language versions; null for canonical clusters. */
  readonly versions: readonly { readonly language: string; readonly url: string }[] | null;
  /** How many visited pages declare it. */
  readonly total: number;
  /** The first of them. */
  readonly pages: readonly string[];
}

export interface SiteClustersStore {
  /** The largest first, as far as the site is crawled. */
  list(
    siteId: number,
    page: number,
    perPage: number,
  ): Promise<{ clusters: readonly SiteCluster[]; total: number }>;
}

const MOST_PAGES = 100;

/** Pages by the canonical address they name, and by the language versions they declare. */
const CLUSTERS = `
  WITH own AS (
    SELECT url, canonical, alternates FROM site_pages
    WHERE site_id = :siteId AND NOT is_external AND state = 'done' AND http_status = 200
  ), versioned AS (
    SELECT url, (SELECT jsonb_agg(version ORDER BY version ->> 'url', version ->> 'language')
                 FROM jsonb_array_elements(alternates) AS version) AS versions
    FROM own WHERE jsonb_typeof(alternates) = 'array' AND jsonb_array_length(alternates) > 0
  ), clusters AS (
    SELECT 'canonical' AS kind, canonical AS head, CAST(NULL AS jsonb) AS versions, count(*) AS total,
           (array_agg(url ORDER BY url))[1:${MOST_PAGES}] AS pages
    FROM own WHERE canonical IS NOT NULL GROUP BY canonical HAVING bool_or(url <> canonical)
    UNION ALL
    SELECT 'hreflang', versions -> 0 ->> 'url', versions, count(*), (array_agg(url ORDER BY url))[1:${MOST_PAGES}]
    FROM versioned GROUP BY versions
  )`;

interface ClusterRow {
  kind: SiteCluster['kind'];
  head: string;
  versions: SiteCluster['versions'];
  total: string;
  pages: string[];
}

/** Finds clusters among the pages that a crawl visited. */
export const createSiteClustersStore = (database: Database): SiteClustersStore => ({
  async list(siteId, page, perPage) {
    const [{ rows }, counted] = await Promise.all([
      database.raw<{ rows: ClusterRow[] }>(
        `${CLUSTERS} SELECT * FROM clusters ORDER BY total DESC, kind, head LIMIT :perPage OFFSET :offset`,
        { siteId, perPage, offset: (page - 1) * perPage },
      ),
      database.raw<{ rows: { total: string }[] }>(`${CLUSTERS} SELECT count(*) AS total FROM clusters`, {
        siteId,
      }),
    ]);
    return {
      total: Number(counted.rows[0]?.total ?? 0),
      clusters: rows.map(({ kind, head, versions, total, pages }) => ({
        kind,
        url: head,
        versions,
        total: Number(total),
        pages,
      })),
    };
  },
});
