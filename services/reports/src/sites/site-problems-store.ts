import type { Database } from '@platform/database';
import type { ProblemItem } from './site-problems.ts';

/** Pages of a site that belong together. */
interface SiteCluster {
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

/** Clicks from the start after which few visitors and crawlers follow. */
const DEEP = 4;

/** Redirects in a row that are too many. */
const LONG_CHAIN = 2;

/** True if `target` is the page at an address, by the index of addresses. */
const isUrl = (url: string): string => `target.url_hash = sha256(convert_to(${url}, 'UTF8'))`;

/** True if a page of the site itself (`own`) answers with an error, or not at all. */
export const FAILS = `(coalesce(own.http_status, 0) >= 400
  OR coalesce(own.error, '') IN ('unreachable', 'connect', 'tls', 'timeout', 'redirect_loop', 'invalid_response'))`;

/**
 * True if the target of a link doesn't exist. Other sites refuse strangers with 403 and the like,
 * which says nothing; on the site itself it does, except for pages that ask for a password.
 */
const LEADS_NOWHERE = `target.state = 'done' AND (
  target.http_status IN (404, 410) OR target.http_status >= 500
  OR target.error IN ('unreachable', 'connect', 'tls', 'timeout', 'redirect_loop')
  OR (target.http_status >= 400 AND target.http_status NOT IN (401, 429)
    AND split_part(target.url, '/', 3) = (SELECT host FROM sites WHERE id = :siteId)))`;

/** Links with the page that has them and what they lead to. */
const LINKS = `site_links link
    JOIN site_pages source ON source.site_id = :siteId AND source.id = link.page_id
    JOIN site_pages target ON target.site_id = :siteId AND target.id = link.target_id`;

/** The page that a link ends at. A fragment is looked for there. */
const FRAGMENTS = `site_fragments place
    JOIN site_pages source ON source.site_id = :siteId AND source.id = place.page_id
    JOIN site_pages target ON target.site_id = :siteId AND target.id = place.target_id
    JOIN site_pages final ON final.site_id = :siteId
      AND final.url_hash = sha256(convert_to(coalesce(target.final_url, target.url), 'UTF8'))`;

const whatAnswers = `target.url || ' (' || coalesce(CAST(target.http_status AS text), target.error) || ')'`;

const BROKEN_QUERIES = {
  'broken-links': `
    SELECT source.url, ${whatAnswers} AS note FROM ${LINKS}
    WHERE link.site_id = :siteId AND link.kind IN ('link', 'frame') AND ${LEADS_NOWHERE}`,
  'missing-files': `
    SELECT source.url, ${whatAnswers} AS note FROM ${LINKS}
    WHERE link.site_id = :siteId AND link.kind = 'file' AND ${LEADS_NOWHERE}`,
  'broken-fragments': `
    SELECT source.url, target.url || '#' || place.fragment AS note FROM ${FRAGMENTS}
    WHERE place.site_id = :siteId AND final.http_status = 200 AND final.anchors IS NOT NULL
      AND place.fragment <> ALL (final.anchors)`,
};

/** Everything that leads nowhere: the page and what it leads to. */
export const BROKEN_PLACES = Object.values(BROKEN_QUERIES).join(' UNION ');

/**
 * Each query gives the places of one problem as `url` (where to mend it) and `note`. `PAGES` says what
 * `own`, `shown` and `distinct_pages` are.
 */
const QUERIES: Readonly<Record<string, string>> = {
  ...BROKEN_QUERIES,
  'redirected-links': `
    SELECT source.url, target.url || ' → ' || target.final_url AS note FROM ${LINKS}
    WHERE link.site_id = :siteId AND link.kind = 'link' AND NOT target.is_external AND target.final_url <> target.url`,
  'redirect-chains': `
    SELECT source.url, (
        SELECT string_agg(hop ->> 'url', ' → ' ORDER BY place) FROM jsonb_array_elements(target.redirects) WITH ORDINALITY AS h (hop, place)
      ) || ' → ' || target.final_url || ' (' || jsonb_array_length(target.redirects) || ')' AS note FROM ${LINKS}
    WHERE link.site_id = :siteId AND jsonb_array_length(target.redirects) >= ${LONG_CHAIN}`,
  'soft-404': `SELECT url, title AS note FROM own WHERE is_soft_404`,
  'unknown-addresses': `
    SELECT unknown_address ->> 'url' AS url,
      (unknown_address ->> 'status') || CASE WHEN unknown_address ->> 'finalUrl' <> unknown_address ->> 'url'
        THEN ' → ' || (unknown_address ->> 'finalUrl') ELSE '' END AS note
    FROM sites WHERE id = :siteId AND CAST(unknown_address ->> 'status' AS integer) BETWEEN 200 AND 299`,
  'hreflang-targets': `
    SELECT shown.url, (version ->> 'language') || ': ' || ${whatAnswers} AS note
    FROM shown CROSS JOIN jsonb_array_elements(alternates) AS version
    JOIN site_pages target ON target.site_id = :siteId AND ${isUrl("version ->> 'url'")}
    WHERE ${LEADS_NOWHERE}`,
  'error-pages': `
    SELECT url, coalesce(CAST(http_status AS text), error) AS note FROM own
    WHERE http_status >= 400 OR (error IS NOT NULL AND error <> 'robots')`,
  'duplicate-titles': `
    SELECT url, title AS note FROM distinct_pages JOIN (
      SELECT title FROM distinct_pages WHERE title <> '' GROUP BY title HAVING count(*) > 1
    ) twice USING (title)`,
  'duplicate-descriptions': `
    SELECT url, description AS note FROM distinct_pages JOIN (
      SELECT description FROM distinct_pages WHERE description <> '' GROUP BY description HAVING count(*) > 1
    ) twice USING (description)`,
  'duplicate-content': `
    SELECT url, 'like ' || first_url AS note FROM (
      SELECT id, url, first_value(id) OVER alike AS first_id, first_value(url) OVER alike AS first_url
      FROM distinct_pages WHERE content_group IS NOT NULL WINDOW alike AS (PARTITION BY content_group ORDER BY id)
    ) grouped WHERE id <> first_id`,
  'orphan-pages': `
    SELECT url, NULL AS note FROM own WHERE in_sitemap AND depth IS NULL
      AND NOT EXISTS (SELECT FROM site_links WHERE site_id = :siteId AND target_id = own.id AND page_id <> own.id
        AND kind IN ('link', 'frame'))`,
  'deep-pages': `SELECT url, depth || ' clicks from the start' AS note FROM own WHERE depth > ${DEEP}`,
  'blocked-pages': `SELECT url, NULL AS note FROM own WHERE error = 'robots' AND in_sitemap`,
  'unindexable-in-sitemap': `
    SELECT url, CASE WHEN is_indexable IS FALSE THEN 'noindex' ELSE CAST(http_status AS text) END AS note
    FROM own WHERE in_sitemap AND (is_indexable IS FALSE OR http_status >= 300)`,
  'canonical-targets': `
    SELECT shown.url, target.url || ' (' || CASE
      WHEN target.is_indexable IS FALSE THEN 'noindex'
      WHEN target.final_url <> target.url THEN 'redirects'
      WHEN target.canonical <> target.url THEN 'names another canonical address'
      ELSE coalesce(CAST(target.http_status AS text), target.error) END || ')' AS note
    FROM shown JOIN site_pages target ON target.site_id = :siteId AND ${isUrl('shown.canonical')}
    WHERE shown.canonical <> shown.url AND target.state = 'done'
      AND (target.http_status IS DISTINCT FROM 200 OR target.is_indexable IS FALSE
        OR target.final_url <> target.url OR target.canonical <> target.url)`,
  'hreflang-returns': `
    SELECT shown.url, (version ->> 'language') || ': ' || target.url AS note
    FROM shown CROSS JOIN jsonb_array_elements(alternates) AS version
    JOIN site_pages target ON target.site_id = :siteId AND ${isUrl("version ->> 'url'")}
    WHERE target.id <> shown.id AND target.alternates IS NOT NULL
      AND NOT target.alternates @> jsonb_build_array(jsonb_build_object('url', shown.url))`,
};

/** A problem that was found, with the first places that have it. */
export interface FoundProblem {
  readonly id: string;
  readonly total: number;
  readonly items: readonly ProblemItem[];
}

/** A place that has a problem. */
interface ProblemPlace extends ProblemItem {
  /** The problem. */
  readonly id: string;
}

export interface SiteProblemsStore {
  /** Faults of links, duplicates and structure, by problem. */
  structural(siteId: number, items: number): Promise<readonly FoundProblem[]>;
  /** Findings of the checks, by check. */
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
