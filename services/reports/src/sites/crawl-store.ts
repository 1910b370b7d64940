import { randomUUID } from 'node:crypto';
import type { Database } from '@platform/database';
import { createCrawledPagesStore, createHolding, held } from './crawled-pages-store.ts';
import type { CrawledPagesStore, SiteClaim, UnknownAddress } from './crawled-pages-store.ts';
import type { CrawlOutcome } from './site.ts';

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

/** Every write is for the holder of the claim; without it, nothing is written. */
export interface CrawlStore extends CrawledPagesStore {
  /** Claims the next site in turn. @returns undefined when none waits */
  claimNext(leaseSeconds: number): Promise<SiteClaim | undefined>;
  /** Extends a claim. @returns false when it was lost, as by a cancellation */
  renew(claim: SiteClaim, leaseSeconds: number): Promise<boolean>;
  /** Gives the claim back, for the next slice. */
  release(claim: SiteClaim): Promise<void>;
  /** Crawls the host that the start address led to. */
  moveTo(claim: SiteClaim, host: string): Promise<void>;
  /** Ends the crawl, with what its history keeps. */
  complete(claim: SiteClaim, outcome: CrawlOutcome): Promise<void>;
  /** Removes what the history of the claim’s site no longer keeps: pages of older crawls, then these. */
  forgetOld(claim: SiteClaim): Promise<void>;
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
  series_id: number | null;
  render_pages: number;
  unknown_address: UnknownAddress | null;
}

/** Crawls of a site whose pages are kept. */
const KEPT_PAGES = 10;
/** Crawls of a site that its history keeps. */
const KEPT_CRAWLS = 400;

/** Stores crawls in PostgreSQL. */
export const createCrawlStore = (database: Database): CrawlStore => {
  const released = { claim: null, claimed_until: null, attempt: 0, updated_at: database.fn.now() };
  const until = (seconds: number) => database.raw('now() + make_interval(secs => ?)', [seconds]);
  const asHolder = createHolding(database);

  return {
    ...createCrawledPagesStore(database),
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
          'series_id',
          'render_pages',
          'unknown_address',
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
          seriesId: row.series_id ?? row.id,
          renderPages: row.render_pages,
          unknownAddress: row.unknown_address,
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

    async moveTo(claim, host) {
      // The other host has its own sitemaps.
      await database('sites').where(held(claim)).update({ host, mapped_at: null });
    },

    complete: (claim, { score, summary, changes, gotWorse }) =>
      asHolder(claim, async (transaction) => {
        await transaction('sites')
          .where({ id: claim.siteId })
          .update({
            ...released,
            status: 'completed',
            finished_at: transaction.fn.now(),
            score,
            summary: JSON.stringify(summary),
            changes: changes === null ? null : JSON.stringify(changes),
            got_worse: gotWorse,
          });
      }),

    async forgetOld({ seriesId }) {
      for (const table of ['site_fragments', 'site_links', 'site_pages'])
        await database.raw(
          `DELETE FROM ${table} WHERE site_id IN (
             SELECT id FROM sites WHERE id = :seriesId OR series_id = :seriesId ORDER BY id DESC OFFSET ${KEPT_PAGES} LIMIT 2)`,
          { seriesId },
        );
      await database.raw(
        `DELETE FROM sites WHERE id IN (
           SELECT id FROM sites WHERE series_id = :seriesId ORDER BY id DESC OFFSET ${KEPT_CRAWLS})`,
        { seriesId },
      );
    },

    fail: (claim, error) =>
      asHolder(claim, async (transaction) => {
        await transaction('sites')
          .where({ id: claim.siteId })
          .update({
            ...released,
            status: 'failed',
            error,
            finished_at: transaction.fn.now(),
            // A site that could be crawled before is worse off; the first failure in a row says so.
            got_worse: transaction.raw(
              `coalesce((SELECT before.status = 'completed' FROM sites before
                WHERE coalesce(before.series_id, before.id) = ? AND before.id < ? AND before.status IN ('completed', 'failed')
                ORDER BY before.id DESC LIMIT 1), false)`,
              [claim.seriesId, claim.siteId],
            ),
          });
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
