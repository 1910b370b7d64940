import type { Database } from '@platform/database';
import { currentRequestId } from '@platform/runtime';

import { hashPage } from './crawl-queue.ts';
import type { Site, SitePage, SiteProgress, SiteStatus } from './site.ts';

interface SiteRow {
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

interface SitePageRow {
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

const toSite = (row: SiteRow): Site => ({
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

const toPage = (row: SitePageRow): SitePage => ({
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

interface NewSite {
  readonly organisation: string;
  /** The start, or the whole list. */
  readonly urls: readonly string[];
  readonly follows: boolean;
  readonly maxPages: number;
  /** Sealed; null for none. */
  readonly credentials: string | null;
}

interface PagesFilter {
  readonly page: number;
  readonly perPage: number;
  /** Only pages that this check found something on. */
  readonly check?: string | undefined;
}

export interface SitesStore {
  insert(site: NewSite): Promise<Site>;
  find(organisation: string, id: number): Promise<Site | undefined>;
  /** Newest first. */
  list(
    organisation: string,
    page: number,
    perPage: number,
  ): Promise<{ sites: readonly Site[]; total: number }>;
  progress(siteIds: readonly number[]): Promise<ReadonlyMap<number, SiteProgress>>;
  /** In the order of discovery. */
  pages(siteId: number, filter: PagesFilter): Promise<{ pages: readonly SitePage[]; total: number }>;
  /** Ends a crawl that isn’t done. */
  cancel(organisation: string, id: number): Promise<void>;
  /** @returns false when there is no such site */
  remove(organisation: string, id: number): Promise<boolean>;
}

/** Stores sites in PostgreSQL. The crawl store fills them. */
export const createSitesStore = (database: Database): SitesStore => ({
  insert: ({ organisation, urls, follows, maxPages, credentials }) =>
    database.transaction(async (transaction) => {
      const [url = ''] = urls;
      const rows = await transaction('sites')
        .insert({
          organisation,
          url,
          host: new URL(url).host,
          follows,
          max_pages: maxPages,
          credentials,
          status: 'pending',
          request_id: currentRequestId(),
        })
        .returning<SiteRow[]>('*');
      const [row] = rows;
      if (row === undefined) throw new Error('PostgreSQL returned no row for a new site');
      await transaction.raw(
        `INSERT INTO site_pages (site_id, url, url_hash, depth, is_external)
         SELECT :siteId, url, url_hash, 0, false
         FROM unnest(CAST(:urls AS text[]), CAST(:hashes AS bytea[])) AS u (url, url_hash) ON CONFLICT DO NOTHING`,
        { siteId: row.id, urls: [...urls], hashes: urls.map(hashPage) },
      );
      return toSite(row);
    }),

  async find(organisation, id) {
    const row = await database('sites').where({ organisation, id }).first<SiteRow | undefined>();
    return row && toSite(row);
  },

  async list(organisation, page, perPage) {
    const matching = () => database('sites').where({ organisation });
    const [rows, counted] = await Promise.all([
      matching()
        .orderBy('id', 'desc')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .select<SiteRow[]>(),
      matching().count<{ total: string }[]>({ total: '*' }),
    ]);
    return { sites: rows.map(toSite), total: Number(counted[0]?.total ?? 0) };
  },

  async progress(siteIds) {
    const rows = await database('site_pages')
      .whereIn('site_id', siteIds)
      .groupBy('site_id')
      .select<{ site_id: number; found: string; done: string; external: string; tried: string }[]>(
        'site_id',
        database.raw('count(*) FILTER (WHERE NOT is_external) AS found'),
        database.raw(`count(*) FILTER (WHERE NOT is_external AND state = 'done') AS done`),
        database.raw('count(*) FILTER (WHERE is_external) AS external'),
        database.raw(`count(*) FILTER (WHERE is_external AND state = 'done') AS tried`),
      );
    return new Map(
      rows.map((row) => [
        row.site_id,
        {
          found: Number(row.found),
          done: Number(row.done),
          externalFound: Number(row.external),
          externalDone: Number(row.tried),
        },
      ]),
    );
  },

  async pages(siteId, { page, perPage, check }) {
    const matching = () =>
      database('site_pages')
        .where({ site_id: siteId, is_external: false })
        .modify((query) => {
          if (check !== undefined)
            void query.whereRaw('findings @> CAST(? AS jsonb)', [JSON.stringify([{ id: check }])]);
        });
    const [rows, counted] = await Promise.all([
      matching()
        .orderBy('id')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .select<SitePageRow[]>('*', database.raw('coalesce(jsonb_array_length(findings), 0) AS found')),
      matching().count<{ total: string }[]>({ total: '*' }),
    ]);
    return { pages: rows.map(toPage), total: Number(counted[0]?.total ?? 0) };
  },

  async cancel(organisation, id) {
    await database('sites').where({ organisation, id }).whereIn('status', ['pending', 'running']).update({
      status: 'cancelled',
      claim: null,
      claimed_until: null,
      finished_at: database.fn.now(),
      updated_at: database.fn.now(),
    });
  },

  remove: async (organisation, id) => (await database('sites').where({ organisation, id }).delete()) > 0,
});
