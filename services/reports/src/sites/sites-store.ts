import type { Database, Transaction } from '@platform/database';
import { endPageLinks } from '@platform/page-access';
import { currentRequestId } from '@platform/runtime';
import { hashPage } from './add-pages.ts';
import type {
  CrawlChanges,
  CrawlSummary,
  Crawl,
  Site,
  SitePage,
  SiteProgress,
  SiteSettings,
  SiteStatus,
} from './site.ts';

interface CrawlRow {
  id: number;
  status: SiteStatus;
  error: string | null;
  host: string;
  score: number | null;
  summary: CrawlSummary | null;
  changes: CrawlChanges | null;
  got_worse: boolean;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

interface SiteRow extends CrawlRow {
  organisation: string;
  url: string;
  follows: boolean;
  max_pages: number;
  render_pages: number;
  privacy: number;
  password_hash: string | null;
  page_key: string;
  credentials: string | null;
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
  score: number | null;
  redirects: SitePage['redirects'] | null;
  is_soft_404: boolean;
  rendered: SitePage['rendered'];
  fetched_at: Date | null;
}

const toCrawl = (row: CrawlRow): Crawl => ({
  id: row.id,
  status: row.status,
  error: row.error,
  host: row.host,
  score: row.score,
  summary: row.summary,
  changes: row.changes,
  gotWorse: row.got_worse,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

/** @param crawls the newest of the site, and its last two complete ones, in any order */
const toSite = (row: SiteRow, crawls: readonly CrawlRow[]): Site => {
  const sorted = crawls.toSorted((a, b) => b.id - a.id);
  const newest = sorted[0] ?? row;
  const [last, before] = sorted.filter(({ status }) => status === 'completed');
  return {
    id: row.id,
    organisation: row.organisation,
    url: row.url,
    follows: row.follows,
    maxPages: row.max_pages,
    renderPages: row.render_pages,
    privacy: row.privacy,
    passwordHash: row.password_hash,
    pageKey: row.page_key,
    credentials: row.credentials,
    createdAt: row.created_at,
    newest: toCrawl(newest),
    shown: toCrawl(last ?? newest),
    scoreBefore: before?.score ?? null,
  };
};

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
  score: row.score,
  redirects: row.redirects ?? [],
  isSoft404: row.is_soft_404,
  rendered: row.rendered,
  fetchedAt: row.fetched_at,
});

interface NewSite extends SiteSettings {
  readonly organisation: string;
  /** The start, or the whole list. */
  readonly urls: readonly string[];
  readonly follows: boolean;
}

export interface PagesFilter {
  readonly page: number;
  readonly perPage: number;
  /** Only pages that this check found something on. */
  readonly check?: string | undefined;
  /** `id`: in the order of discovery; `score`: the worst first, without those that have none. */
  readonly sort: 'id' | 'score';
}

export interface SitesFilter {
  readonly page: number;
  readonly perPage: number;
  /** Only sites that are crawled by themselves. */
  readonly isScheduled: boolean;
}

/** A site is named by its first crawl; other crawls’ ids name no site. */
export interface SitesStore {
  insert(site: NewSite): Promise<Site>;
  find(organisation: string, id: number): Promise<Site | undefined>;
  findByPageKey(key: string): Promise<Site | undefined>;
  /** Newest first. */
  list(organisation: string, filter: SitesFilter): Promise<{ sites: readonly Site[]; total: number }>;
  /** @returns undefined when there is no such site */
  update(
    organisation: string,
    id: number,
    decide: (site: Site) => Partial<SiteSettings>,
  ): Promise<Site | undefined>;
  /** Begins another crawl. @returns undefined while one isn’t done */
  insertCrawl(site: Site): Promise<Crawl | undefined>;
  /** Newest first. */
  crawls(siteId: number, page: number, perPage: number): Promise<{ crawls: readonly Crawl[]; total: number }>;
  crawl(siteId: number, crawlId: number): Promise<Crawl | undefined>;
  progress(crawlIds: readonly number[]): Promise<ReadonlyMap<number, SiteProgress>>;
  pages(crawlId: number, filter: PagesFilter): Promise<{ pages: readonly SitePage[]; total: number }>;
  /** Ends the site's crawl that isn’t done. */
  cancel(siteId: number): Promise<void>;
  /** @returns false when there is no such site */
  remove(organisation: string, id: number): Promise<boolean>;
}

/** Table of the links that open pages of sites. */
export const SITE_PAGE_LINKS = 'site_page_links';

const insertUrls = async (
  transaction: Transaction,
  siteId: number,
  urls: readonly string[],
): Promise<void> => {
  await transaction.raw(
    `INSERT INTO site_pages (site_id, url, url_hash, depth, is_external)
     SELECT :siteId, url, url_hash, 0, false
     FROM unnest(CAST(:urls AS text[]), CAST(:hashes AS bytea[])) AS u (url, url_hash) ON CONFLICT DO NOTHING`,
    { siteId, urls: [...urls], hashes: urls.map(hashPage) },
  );
};

/** Stores sites and their crawls in PostgreSQL. The crawl store fills them. */
export const createSitesStore = (database: Database): SitesStore => {
  const sites = () => database('sites').whereNull('series_id');
  const ofSite = (id: number) =>
    database('sites').where((query) => {
      void query.where({ id }).orWhere({ series_id: id });
    });

  const withCrawls = async (rows: readonly SiteRow[], from: Database | Transaction = database) => {
    if (rows.length === 0) return [];
    const { rows: crawls } = await from.raw<{ rows: (CrawlRow & { site: number })[] }>(
      `SELECT s.id AS site, c.* FROM unnest(CAST(:ids AS integer[])) AS s (id) CROSS JOIN LATERAL (
         (SELECT * FROM sites WHERE id = s.id OR series_id = s.id ORDER BY id DESC LIMIT 1)
         UNION ALL
         (SELECT * FROM sites WHERE (id = s.id OR series_id = s.id) AND status = 'completed' ORDER BY id DESC LIMIT 2)
       ) c`,
      { ids: rows.map(({ id }) => id) },
    );
    return rows.map((row) => {
      const own = crawls.filter(({ site }) => site === row.id);
      return toSite(row, [...new Map(own.map((crawl) => [crawl.id, crawl])).values()]);
    });
  };
  const first = async (row: SiteRow | undefined): Promise<Site | undefined> =>
    row && (await withCrawls([row]))[0];

  return {
    insert: ({ organisation, urls, follows, ...settings }) =>
      database.transaction(async (transaction) => {
        const [url = ''] = urls;
        const rows = await transaction('sites')
          .insert({
            organisation,
            url,
            host: new URL(url).host,
            follows,
            max_pages: settings.maxPages,
            render_pages: settings.renderPages,
            privacy: settings.privacy,
            password_hash: settings.passwordHash,
            credentials: settings.credentials,
            status: 'pending',
            request_id: currentRequestId(),
          })
          .returning<SiteRow[]>('*');
        const [row] = rows;
        if (row === undefined) throw new Error('PostgreSQL returned no row for a new site');
        await insertUrls(transaction, row.id, urls);
        return toSite(row, [row]);
      }),

    find: async (organisation, id) =>
      first(await sites().where({ organisation, id }).first<SiteRow | undefined>()),

    findByPageKey: async (key) => first(await sites().where({ page_key: key }).first<SiteRow | undefined>()),

    async list(organisation, { page, perPage, isScheduled }) {
      const matching = () =>
        sites()
          .where({ organisation })
          .modify((query) => {
            if (isScheduled) void query.whereIn('id', database('site_schedules').select('site_id'));
          });
      const [rows, counted] = await Promise.all([
        matching()
          .orderBy('id', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .select<SiteRow[]>(),
        matching().count<{ total: string }[]>({ total: '*' }),
      ]);
      return { sites: await withCrawls(rows), total: Number(counted[0]?.total ?? 0) };
    },

    update: (organisation, id, decide) =>
      database.transaction(async (transaction) => {
        const row = await transaction('sites')
          .where({ organisation, id })
          .whereNull('series_id')
          .forUpdate()
          .first<SiteRow | undefined>();
        const [site] = row === undefined ? [] : await withCrawls([row], transaction);
        if (row === undefined || site === undefined) return undefined;
        const settings = { ...site, ...decide(site) };
        await transaction('sites').where({ id }).update({
          max_pages: settings.maxPages,
          render_pages: settings.renderPages,
          privacy: settings.privacy,
          password_hash: settings.passwordHash,
          credentials: settings.credentials,
        });
        if (settings.privacy !== site.privacy || settings.passwordHash !== site.passwordHash)
          await endPageLinks(transaction, id, SITE_PAGE_LINKS);
        return settings;
      }),

    insertCrawl: (site) =>
      database.transaction(async (transaction) => {
        const { rows } = await transaction.raw<{ rows: CrawlRow[] }>(
          `INSERT INTO sites (series_id, organisation, url, host, follows, max_pages, render_pages, credentials, status, request_id)
           SELECT id, organisation, url, :host, follows, max_pages, render_pages, credentials, 'pending', :requestId
           FROM sites WHERE id = :siteId ON CONFLICT DO NOTHING RETURNING *`,
          { siteId: site.id, host: new URL(site.url).host, requestId: currentRequestId() },
        );
        const [row] = rows;
        if (row === undefined) return undefined;
        if (site.follows) await insertUrls(transaction, row.id, [site.url]);
        else
          await transaction.raw(
            `INSERT INTO site_pages (site_id, url, url_hash, depth, is_external)
             SELECT :crawlId, url, url_hash, 0, false FROM site_pages
             WHERE site_id = :before AND depth = 0 AND NOT is_external ORDER BY id`,
            { crawlId: row.id, before: site.newest.id },
          );
        return toCrawl(row);
      }),

    async crawls(siteId, page, perPage) {
      const [rows, counted] = await Promise.all([
        ofSite(siteId)
          .orderBy('id', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .select<CrawlRow[]>(),
        ofSite(siteId).count<{ total: string }[]>({ total: '*' }),
      ]);
      return { crawls: rows.map(toCrawl), total: Number(counted[0]?.total ?? 0) };
    },

    async crawl(siteId, crawlId) {
      const row = await ofSite(siteId).where({ id: crawlId }).first<CrawlRow | undefined>();
      return row && toCrawl(row);
    },

    async progress(crawlIds) {
      const rows = await database('site_pages')
        .whereIn('site_id', [...crawlIds])
        .groupBy('site_id')
        .select<
          {
            site_id: number;
            found: string;
            done: string;
            external: string;
            tried: string;
            files: string;
            asked: string;
          }[]
        >(
          'site_id',
          database.raw('count(*) FILTER (WHERE NOT is_external) AS found'),
          database.raw(`count(*) FILTER (WHERE NOT is_external AND state = 'done') AS done`),
          database.raw('count(*) FILTER (WHERE is_external AND NOT is_file) AS external'),
          database.raw(`count(*) FILTER (WHERE is_external AND NOT is_file AND state = 'done') AS tried`),
          database.raw('count(*) FILTER (WHERE is_file) AS files'),
          database.raw(`count(*) FILTER (WHERE is_file AND state = 'done') AS asked`),
        );
      return new Map(
        rows.map((row) => [
          row.site_id,
          {
            found: Number(row.found),
            done: Number(row.done),
            externalFound: Number(row.external),
            externalDone: Number(row.tried),
            filesFound: Number(row.files),
            filesDone: Number(row.asked),
          },
        ]),
      );
    },

    async pages(crawlId, { page, perPage, check, sort }) {
      const matching = () =>
        database('site_pages')
          .where({ site_id: crawlId, is_external: false })
          .modify((query) => {
            if (sort === 'score') void query.whereNotNull('score');
            if (check !== undefined)
              void query.whereRaw('findings @> CAST(? AS jsonb)', [JSON.stringify([{ id: check }])]);
          });
      const [rows, counted] = await Promise.all([
        matching()
          .orderBy(sort === 'score' ? ['score', 'id'] : ['id'])
          .limit(perPage)
          .offset((page - 1) * perPage)
          .select<SitePageRow[]>('*', database.raw('coalesce(jsonb_array_length(findings), 0) AS found')),
        matching().count<{ total: string }[]>({ total: '*' }),
      ]);
      return { pages: rows.map(toPage), total: Number(counted[0]?.total ?? 0) };
    },

    async cancel(siteId) {
      await ofSite(siteId).whereIn('status', ['pending', 'running']).update({
        status: 'cancelled',
        claim: null,
        claimed_until: null,
        finished_at: database.fn.now(),
        updated_at: database.fn.now(),
      });
    },

    remove: async (organisation, id) => (await sites().where({ organisation, id }).delete()) > 0,
  };
};
