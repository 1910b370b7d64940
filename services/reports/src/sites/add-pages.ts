import { createHash } from 'node:crypto';

import type { Transaction } from '@platform/database';

/** The key of a page within its site. */
export const hashPage = (url: string): Buffer => createHash('sha256').update(url).digest();

/** Other sites’ addresses that are tried, at most. */
const MOST_EXTERNAL = 1000;

/** Adds addresses that are new, as far as the site’s limit goes. @returns the ids of all of them */
export const addPages = async (
  transaction: Transaction,
  { siteId, maxPages }: { readonly siteId: number; readonly maxPages: number },
  urls: readonly string[],
  kind: { readonly depth: number | null; readonly isExternal: boolean; readonly inSitemap: boolean },
): Promise<readonly number[]> => {
  if (urls.length === 0) return [];
  const { rows } = await transaction.raw<{ rows: { id: number }[] }>(
    `WITH wanted AS (
       SELECT * FROM unnest(CAST(:urls AS text[]), CAST(:hashes AS bytea[])) WITH ORDINALITY AS w (url, url_hash, place)
     ), known AS (
       UPDATE site_pages SET depth = least(site_pages.depth, CAST(:depth AS integer)), in_sitemap = in_sitemap OR :inSitemap
       FROM wanted WHERE site_id = :siteId AND site_pages.url_hash = wanted.url_hash RETURNING id, site_pages.url_hash
     ), room AS (
       SELECT greatest(0, :most - count(*)) AS free FROM site_pages WHERE site_id = :siteId AND is_external = :isExternal
     ), added AS (
       INSERT INTO site_pages (site_id, url, url_hash, depth, is_external, in_sitemap)
       SELECT :siteId, url, url_hash, CAST(:depth AS integer), :isExternal, :inSitemap FROM wanted
       WHERE NOT EXISTS (SELECT FROM known WHERE known.url_hash = wanted.url_hash)
       ORDER BY place LIMIT (SELECT free FROM room)
       ON CONFLICT DO NOTHING RETURNING id
     )
     SELECT id FROM known UNION ALL SELECT id FROM added`,
    {
      siteId,
      urls: [...urls],
      hashes: urls.map(hashPage),
      most: kind.isExternal ? MOST_EXTERNAL : maxPages,
      ...kind,
    },
  );
  return rows.map(({ id }) => id);
};
