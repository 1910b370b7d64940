/** Clicks from the start after which few visitors and crawlers follow. */
export const DEEP = 4;

/** Whether `target` is the page at an address, by the index of addresses. */
const isUrl = (url: string): string => `target.url_hash = sha256(convert_to(${url}, 'UTF8'))`;

/**
 * Each query gives the places of one problem as `url` (where to mend it) and `note`. `PAGES` says what
 * `own`, `shown` and `distinct_pages` are.
 */
export const QUERIES: Readonly<Record<string, string>> = {
  'broken-links': `
    SELECT source.url, target.url || ' (' || coalesce(CAST(target.http_status AS text), target.error) || ')' AS note
    FROM site_links link JOIN site_pages source ON source.site_id = :siteId AND source.id = link.page_id
    JOIN site_pages target ON target.site_id = :siteId AND target.id = link.target_id
    WHERE link.site_id = :siteId AND target.state = 'done'
      AND (target.http_status IN (404, 410) OR target.http_status >= 500 OR target.error IN ('unreachable', 'connect', 'tls', 'timeout'))`,
  'redirected-links': `
    SELECT source.url, target.url || ' → ' || target.final_url AS note
    FROM site_links link JOIN site_pages source ON source.site_id = :siteId AND source.id = link.page_id
    JOIN site_pages target ON target.site_id = :siteId AND target.id = link.target_id
    WHERE link.site_id = :siteId AND NOT target.is_external AND target.final_url <> target.url`,
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
      AND NOT EXISTS (SELECT FROM site_links WHERE site_id = :siteId AND target_id = own.id AND page_id <> own.id)`,
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
