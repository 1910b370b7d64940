import type { Site, SitePage, SiteStatus } from './site.ts';

export interface SiteRow {
  id: number;
  organisation: string;
  url: string;
  host: string;
  follows: boolean;
  max_pages: number;
  credentials: string | null;
  status: SiteStatus;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

export interface SitePageRow {
  id: number;
  url: string;
  state: 'waiting' | 'done';
  depth: number | null;
  http_status: number | null;
  error: string | null;
  final_url: string | null;
  media_type: string | null;
  title: string | null;
  description: string | null;
  canonical: string | null;
  words: number | null;
  is_indexable: boolean | null;
  in_sitemap: boolean;
  is_external: boolean;
  found: number;
  fetched_at: Date | null;
}

export const toSite = (row: SiteRow): Site => ({
  id: row.id,
  organisation: row.organisation,
  url: row.url,
  host: row.host,
  follows: row.follows,
  maxPages: row.max_pages,
  hasCredentials: row.credentials !== null,
  status: row.status,
  error: row.error,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

export const toPage = (row: SitePageRow): SitePage => ({
  id: row.id,
  url: row.url,
  state: row.state,
  depth: row.depth,
  httpStatus: row.http_status,
  error: row.error,
  finalUrl: row.final_url,
  mediaType: row.media_type,
  title: row.title,
  description: row.description,
  canonical: row.canonical,
  words: row.words,
  isIndexable: row.is_indexable,
  inSitemap: row.in_sitemap,
  isExternal: row.is_external,
  findings: row.found,
  fetchedAt: row.fetched_at,
});
