import { createHash } from 'node:crypto';

import type { Transaction } from '@platform/database';

/** The key of a page within its site. */
export const hashPage = (url: string): Buffer => createHash('sha256').update(url).digest();

/** Other sites’ addresses, and files, that are looked up, at most. */
const MOST_LOOKED_UP = 1000;
const MOST_FILES = 3000;

/** How an address takes part in a crawl. */
export interface AddressKind {
  readonly depth: number | null;
  readonly isExternal: boolean;
  /** Only looked up, whatever its host. */
  readonly isFile: boolean;
  readonly inSitemap: boolean;
}

const mostOf = ({ isExternal, isFile }: AddressKind, maxPages: number): number => {
  if (isFile) return MOST_FILES;
  return isExternal ? MOST_LOOKED_UP : maxPages;
};

/**
 * Adds addresses that are new, as far as the site’s limit goes. One that was only looked up becomes a
 * page when it is linked to as one. @returns the ids of all of them, by address
 */
export const addPages = async (
  transaction: Transaction,
  { siteId, maxPages }: { readonly siteId: number; readonly maxPages: number },
  urls: readonly string[],
  kind: AddressKind,
): Promise<ReadonlyMap<string, number>> => {
  if (urls.length === 0) return new Map();
  const { depth, isExternal, isFile, inSitemap } = kind;
  const { rows } = await transaction.raw<{ rows: { id: number; url: string }[] }>(
    `WITH wanted AS (
       SELECT * FROM unnest(CAST(:urls AS text[]), CAST(:hashes AS bytea[])) WITH ORDINALITY AS w (url, url_hash, place)
     ), room AS (
       SELECT greatest(0, :most - count(*)) AS free FROM site_pages
       WHERE site_id = :siteId AND is_external = :isLookedUp AND is_file = :isFile
     ), promoted AS (
       UPDATE site_pages SET is_external = false, is_file = false, state = 'waiting', in_sitemap = in_sitemap OR :inSitemap,
         depth = CAST(:depth AS integer)
       WHERE site_id = :siteId AND NOT :isLookedUp AND id IN (
         SELECT looked_up.id FROM site_pages looked_up JOIN wanted USING (url_hash)
         WHERE looked_up.site_id = :siteId AND is_file ORDER BY place LIMIT (SELECT free FROM room))
       RETURNING id, url
     ), known AS (
       SELECT id, site_pages.url FROM site_pages JOIN wanted USING (url_hash)
       WHERE site_id = :siteId AND id NOT IN (SELECT id FROM promoted)
     ), nearer AS (
       UPDATE site_pages SET depth = least(site_pages.depth, CAST(:depth AS integer)), in_sitemap = in_sitemap OR :inSitemap
       FROM wanted WHERE site_id = :siteId AND site_pages.url_hash = wanted.url_hash AND id NOT IN (SELECT id FROM promoted)
         AND (least(depth, CAST(:depth AS integer)) IS DISTINCT FROM depth OR (:inSitemap AND NOT in_sitemap))
     ), added AS (
       INSERT INTO site_pages (site_id, url, url_hash, depth, is_external, is_file, in_sitemap)
       SELECT :siteId, url, url_hash, CAST(:depth AS integer), :isLookedUp, :isFile, :inSitemap FROM wanted
       WHERE NOT EXISTS (SELECT FROM known WHERE known.url = wanted.url)
         AND NOT EXISTS (SELECT FROM promoted WHERE promoted.url = wanted.url)
       ORDER BY place LIMIT (SELECT free - (SELECT count(*) FROM promoted) FROM room)
       ON CONFLICT DO NOTHING RETURNING id, url
     )
     SELECT * FROM known UNION ALL SELECT * FROM promoted UNION ALL SELECT * FROM added`,
    {
      siteId,
      urls: [...urls],
      hashes: urls.map(hashPage),
      most: mostOf(kind, maxPages),
      depth,
      isLookedUp: isExternal || isFile,
      isFile,
      inSitemap,
    },
  );
  return new Map(rows.map(({ id, url }) => [url, id]));
};
