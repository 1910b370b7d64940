import { queueBackend, queueTracing, readQueueState } from '@platform/queue';
import type { QueueConnections } from '@platform/queue';
import { versionsName, withDeadline } from '@platform/runtime';
import type { QueueState } from '@platform/runtime';
import { Queue, Worker } from 'bullmq';
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

export interface CrawlQueue {
  /**
   * Asks a worker to go on with a site that waits. It takes the one whose turn it is, which may be
   * another: there is a job for each. A duplicate job does no harm.
   */
  enqueue(siteId: number): Promise<void>;
  state(): Promise<QueueState>;
  close(): Promise<void>;
}

const QUEUE = 'site-crawl';
/** A slice that failed is found again by the recovery of stalled sites. */
const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true } as const;
const ADD_TIMEOUT = 2000;

/**
 * The producer. A job says that a site has work, and the database which one is next; its name is for
 * processes of older versions.
 */
export const createCrawlQueue = (
  connections: QueueConnections,
  onError: (error: Error) => void,
): CrawlQueue => {
  const queue = new Queue(QUEUE, { connection: connections.producer, ...queueTracing() }, queueBackend);
  queue.on('error', onError);
  return {
    async enqueue(siteId) {
      await withDeadline(queue.add('crawl', { siteId }, JOB_OPTIONS), ADD_TIMEOUT);
    },
    state: () => readQueueState(queue),
    close: () => queue.close(),
  };
};

/** The consumer. Closing it waits for the slices that are running. */
export const startCrawlWorker = (
  connections: QueueConnections,
  crawl: () => Promise<void>,
  concurrency: number,
  onError: (error: Error) => void,
): { close(): Promise<void> } => {
  const worker = new Worker(
    QUEUE,
    () => crawl(),
    {
      connection: connections.worker,
      ...queueTracing(),
      name: versionsName(),
      concurrency,
      runRetryDelay: 1000,
    },
    queueBackend,
  );
  worker.on('error', onError);
  return worker;
};
