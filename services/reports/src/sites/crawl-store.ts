import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '@platform/database';
import type { PageSurvey } from '../audit/survey-page.ts';
import { addPages, hashPage } from './crawl-queue.ts';

/** The right to crawl a site, held by one worker at a time. */
export interface SiteClaim {
  readonly siteId: number;
  readonly id: string;
  readonly url: string;
  readonly host: string;
  readonly follows: boolean;
  readonly maxPages: number;
  /** 1 for the first time; higher when workers died with the site. */
  readonly attempt: number;
  readonly isMapped: boolean;
  readonly organisation: string;
  /** Sealed; null for none. */
  readonly credentials: string | null;
  /** Of the request that made the site. */
  readonly requestId: string | null;
}

/** A page that is next in turn. */
export interface WaitingPage {
  readonly id: number;
  readonly url: string;
  readonly depth: number | null;
  readonly isExternal: boolean;
  /** Whether the crawl depends on it: its first page, or that page's redirect target. */
  readonly isStart: boolean;
}

/** Result of a visit to a page. */
export interface VisitedPage {
  readonly id: number;
  readonly error: string | null;
  readonly httpStatus: number | null;
  readonly finalUrl: string | null;
  readonly mediaType: string | null;
  readonly survey: PageSurvey | null;
}

export interface FoundLink {
  readonly url: string;
  readonly isExternal: boolean;
}

/**
 * The next site in turn. Organisations take turns: first those with the fewest sites being crawled,
 * then those that waited longest; among an organisation’s sites, the one that waited longest. This is
 * an order and no limit: a claim whose worker died delays its organisation, and stops nobody.
 */
const NEXT_SITE = `
  WITH unfinished AS (
    SELECT organisation, count(*) FILTER (WHERE claimed_until >= now()) AS claimed
    FROM sites WHERE status IN ('pending', 'running') GROUP BY organisation
  ), turns AS (
    SELECT organisation, claimed, (
      SELECT max(updated_at) FROM sites WHERE organisation = unfinished.organisation AND started_at IS NOT NULL
    ) AS served
    FROM unfinished
  )
  SELECT sites.id FROM sites JOIN turns USING (organisation)
  WHERE status IN ('pending', 'running') AND (claimed_until IS NULL OR claimed_until < now())
  ORDER BY claimed, served NULLS FIRST, updated_at, sites.id
  LIMIT 1 FOR UPDATE OF sites SKIP LOCKED`;

const surveyColumns = (survey: PageSurvey | null) =>
  survey === null
    ? {}
    : {
        title: survey.title,
        description: survey.description,
        canonical: survey.canonical,
        words: survey.words,
        content_hash: survey.contentHash.toString(),
        is_indexable: survey.isIndexable,
        alternates: JSON.stringify(survey.alternates),
        findings: JSON.stringify(survey.findings),
      };

/** Every write is for the holder of the claim; without it, nothing is written. */
export interface CrawlStore {
  /** Claims the next site in turn. @returns undefined when none waits */
  claimNext(leaseSeconds: number): Promise<SiteClaim | undefined>;
  /** Extends a claim. @returns false when it was lost, as by a cancellation */
  renew(claim: SiteClaim, leaseSeconds: number): Promise<boolean>;
  /** Gives the claim back, for the next slice. */
  release(claim: SiteClaim): Promise<void>;
  /** The next pages, all as far from the start: the nearest first, addresses of other sites last. */
  next(claim: SiteClaim, limit: number): Promise<readonly WaitingPage[]>;
  /** Adds the addresses that sitemaps name. */
  addMapped(claim: SiteClaim, urls: readonly string[]): Promise<void>;
  /** Writes a visit and the links that were found, in one transaction. */
  finishPage(
    claim: SiteClaim,
    visit: VisitedPage,
    depth: number | null,
    links: readonly FoundLink[],
  ): Promise<void>;
  /** Crawls the host that the start address led to. */
  moveTo(claim: SiteClaim, host: string): Promise<void>;
  /** Fingerprints of the pages’ texts. */
  hashes(claim: SiteClaim): Promise<readonly { id: number; hash: bigint }[]>;
  complete(claim: SiteClaim, groups: ReadonlyMap<number, number>): Promise<void>;
  fail(claim: SiteClaim, error: string): Promise<void>;
  /** Sites that nobody crawls although they are not done. */
  stalled(seconds: number): Promise<readonly number[]>;
}

interface ClaimRow {
  id: number;
  url: string;
  host: string;
  follows: boolean;
  max_pages: number;
  attempt: number;
  mapped_at: Date | null;
  organisation: string;
  credentials: string | null;
  request_id: string | null;
}

interface WaitingRow {
  id: number;
  url: string;
  depth: number | null;
  is_external: boolean;
  /** Null while it isn’t known what the start leads to. */
  is_start: boolean | null;
}

/** Stores crawls in PostgreSQL. */
export const createCrawlStore = (database: Database): CrawlStore => {
  const held = (claim: SiteClaim) => ({ id: claim.siteId, claim: claim.id });
  const released = { claim: null, claimed_until: null, attempt: 0, updated_at: database.fn.now() };
  const until = (seconds: number) => database.raw('now() + make_interval(secs => ?)', [seconds]);
  /** Runs work that only the holder of the claim may do; others find nothing to do. */
  const asHolder = (claim: SiteClaim, work: (transaction: Transaction) => Promise<void>): Promise<void> =>
    database.transaction(async (transaction) => {
      const site = await transaction('sites').where(held(claim)).forUpdate().first<object | undefined>('id');
      if (site !== undefined) await work(transaction);
    });

  return {
    async claimNext(leaseSeconds) {
      const id = randomUUID();
      const rows = await database('sites')
        .where('id', database.raw(`(${NEXT_SITE})`))
        .update({
          claim: id,
          claimed_until: until(leaseSeconds),
          status: 'running',
          attempt: database.raw('attempt + 1'),
          started_at: database.raw('coalesce(started_at, now())'),
          updated_at: database.fn.now(),
        })
        .returning<ClaimRow[]>([
          'id',
          'url',
          'host',
          'follows',
          'max_pages',
          'attempt',
          'mapped_at',
          'organisation',
          'credentials',
          'request_id',
        ]);
      const [row] = rows;
      return (
        row && {
          siteId: row.id,
          id,
          url: row.url,
          host: row.host,
          follows: row.follows,
          maxPages: row.max_pages,
          attempt: row.attempt,
          isMapped: row.mapped_at !== null,
          organisation: row.organisation,
          requestId: row.request_id,
          credentials: row.credentials,
        }
      );
    },
    renew: async (claim, leaseSeconds) =>
      (await database('sites')
        .where(held(claim))
        .update({ claimed_until: until(leaseSeconds) })) > 0,
    async release(claim) {
      await database('sites').where(held(claim)).update(released);
    },

    async next(claim, limit) {
      const rows = await database('site_pages')
        .where({ site_id: claim.siteId, state: 'waiting' })
        .orderByRaw('is_external, depth NULLS LAST, id')
        .limit(limit)
        .select<WaitingRow[]>(
          'id',
          'url',
          'depth',
          'is_external',
          // Not by the depth: crawls of older versions have other pages of depth 0.
          database.raw(
            `url = ? OR url = (SELECT final_url FROM site_pages WHERE site_id = ? AND url_hash = ?) AS is_start`,
            [claim.url, claim.siteId, hashPage(claim.url)],
          ),
        );
      // One depth at a time: what these pages link to has its depth before it is visited.
      const nearest = rows.filter(({ depth }) => depth === rows[0]?.depth);
      return nearest.map(({ id, url, depth, is_external, is_start }) => ({
        id,
        url,
        depth,
        isExternal: is_external,
        isStart: claim.follows && is_start === true,
      }));
    },

    addMapped: (claim, urls) =>
      asHolder(claim, async (transaction) => {
        await addPages(transaction, claim, urls, { depth: null, isExternal: false, inSitemap: true });
        await transaction('sites').where({ id: claim.siteId }).update({ mapped_at: transaction.fn.now() });
      }),

    finishPage: (claim, visit, depth, links) =>
      asHolder(claim, async (transaction) => {
        await transaction('site_pages')
          .where({ site_id: claim.siteId, id: visit.id })
          .update({
            state: 'done',
            error: visit.error,
            http_status: visit.httpStatus,
            final_url: visit.finalUrl,
            media_type: visit.mediaType,
            fetched_at: transaction.fn.now(),
            ...surveyColumns(visit.survey),
          });
        const targets: number[] = [];
        for (const isExternal of [false, true]) {
          const urls = links.filter((link) => link.isExternal === isExternal).map(({ url }) => url);
          // A target linked only from pages without a path from the start has none either.
          const below = isExternal || depth === null ? null : depth + 1;
          const kind = { depth: below, isExternal, inSitemap: false };
          targets.push(...(await addPages(transaction, claim, urls, kind)));
        }
        await transaction.raw(
          `INSERT INTO site_links (site_id, page_id, target_id)
           SELECT :siteId, :pageId, target FROM unnest(CAST(:targets AS integer[])) AS target ON CONFLICT DO NOTHING`,
          { siteId: claim.siteId, pageId: visit.id, targets },
        );
      }),

    async moveTo(claim, host) {
      // The other host has its own sitemaps.
      await database('sites').where(held(claim)).update({ host, mapped_at: null });
    },

    async hashes({ siteId }) {
      const rows = await database('site_pages')
        .where({ site_id: siteId, is_external: false, http_status: 200 })
        .where('words', '>', 20)
        .orderBy('id')
        .select<{ id: number; content_hash: string }[]>(['id', 'content_hash']);
      return rows.map(({ id, content_hash }) => ({ id, hash: BigInt(content_hash) }));
    },

    complete: (claim, groups) =>
      asHolder(claim, async (transaction) => {
        await transaction.raw(
          `UPDATE site_pages SET content_group = g.root
           FROM unnest(CAST(:ids AS integer[]), CAST(:roots AS integer[])) AS g (id, root)
           WHERE site_id = :siteId AND site_pages.id = g.id`,
          { siteId: claim.siteId, ids: [...groups.keys()], roots: [...groups.values()] },
        );
        await transaction('sites')
          .where({ id: claim.siteId })
          .update({ ...released, status: 'completed', finished_at: transaction.fn.now() });
      }),

    fail: (claim, error) =>
      asHolder(claim, async (transaction) => {
        await transaction('sites')
          .where({ id: claim.siteId })
          .update({ ...released, status: 'failed', error, finished_at: transaction.fn.now() });
      }),

    async stalled(seconds) {
      const rows = await database('sites')
        .whereIn('status', ['pending', 'running'])
        .whereRaw('updated_at < now() - make_interval(secs => ?)', [seconds])
        .whereRaw('(claimed_until IS NULL OR claimed_until < now())')
        .orderBy('id')
        .limit(100)
        .select<{ id: number }[]>('id');
      return rows.map(({ id }) => id);
    },
  };
};
