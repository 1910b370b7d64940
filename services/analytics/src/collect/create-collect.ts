import {
  createListener,
  isUnavailable,
  outsideAmbientTransaction,
  readSchemaVersion,
} from '@platform/database';
import type { Database } from '@platform/database';
import type { StatusSources } from '@platform/http';
import { DeadlineError, processVersions } from '@platform/runtime';
import type { Logger, Metrics, ShutDownStep } from '@platform/runtime';
import { Counter, Gauge, Histogram } from 'prom-client';

import type { Placements } from '../cluster/cluster-store.ts';
import type { GeoLookup } from '../geo/geo-lookup.ts';
import { createPartitionsStore } from '../partitions/partitions-store.ts';
import type { Website } from '../websites/website.ts';
import { WEBSITES_CHANNEL } from '../websites/websites-store.ts';
import { createCollectService } from './collect-service.ts';
import type { CollectService } from './collect-service.ts';
import { createDictionaryStore } from './dictionary/dictionary-store.ts';
import { createDictionary, StorageChangedError } from './dictionary/dictionary.ts';
import type { Outcome } from './hit.ts';
import { createBotFilter, createSpamFilter } from './intake/bot-filter.ts';
import { createUserAgentReader } from './intake/user-agent.ts';
import { createSiteCache } from './site-cache.ts';
import { createSaltsStore } from './visitors/salts-store.ts';
import { createSaltCache } from './visitors/visitor-identity.ts';
import type { SaltCache } from './visitors/visitor-identity.ts';
import { createBatchStore } from './writing/batch-store.ts';
import { createBatchWriter } from './writing/batch-writer.ts';
import type { BatchWriter } from './writing/batch-writer.ts';
import { BUSY, createWriterLanes, LIVE_TIMEOUTS } from './writing/writer-lanes.ts';
import type { WriterLanes, WriterTimeouts } from './writing/writer-lanes.ts';

type Write = BatchWriter['write'];

/**
 * Wraps the writing of batches in metrics: outcomes of hits, size and duration of batches, and the
 * length of the queue.
 */
const observeCollect = (
  metrics: Metrics,
  depth: () => number,
  onFailure: (error: unknown) => void = () => undefined,
): ((write: Write) => Write) => {
  const registers = [metrics];
  const hits = new Counter({
    name: 'analytics_collect_reports_total',
    help: 'Hits by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'analytics_collect_batch_seconds',
    help: 'Time from the start of a batch to its commit',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 5],
    registers,
  });
  const size = new Histogram({
    name: 'analytics_collect_batch_reports',
    help: 'Hits in a batch',
    buckets: [1, 3, 10, 30, 100, 300, 1000],
    registers,
  });
  const queue = new Gauge({
    name: 'analytics_collect_queue_reports',
    help: 'Hits that wait to be stored or are being stored',
    registers,
    collect: () => {
      queue.set(depth());
    },
  });
  const failed = new Counter({
    name: 'analytics_collect_batch_failures_total',
    help: 'Batches that could not be written',
    registers,
  });

  return (write) => async (items, options) => {
    const stop = duration.startTimer();
    try {
      const outcomes = await write(items, options);
      const counts = new Map<Outcome, number>();
      for (const outcome of outcomes)
        if (outcome !== BUSY) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      for (const [outcome, count] of counts) hits.inc({ outcome }, count);
      return outcomes;
    } catch (error) {
      failed.inc();
      onFailure(error);
      throw error;
    } finally {
      stop();
      size.observe(items.length);
    }
  };
};

/** Reports this process's status to operators. It stores the hits of its queue itself. */
const collectStatus = (database: Database, depth: () => number): StatusSources => {
  const { version, node } = processVersions;
  return {
    schema: () => readSchemaVersion(database),
    queues: {
      collect: () =>
        Promise.resolve({
          isShared: false,
          waiting: depth(),
          active: 0,
          delayed: 0,
          workers: [{ version, node }],
        }),
    },
  };
};

const hasCode = (error: unknown, code: string): boolean =>
  (error as { code?: unknown } | null)?.code === code;

/** True when somebody held a lock for so long that this writer gave up. It will pass. */
const isLockTimeout = (error: unknown): boolean => hasCode(error, '55P03');

/** True for faults of the database that may pass. 57014: a statement took too long; 40P01: a deadlock. */
const isTransient = (error: unknown): boolean =>
  isUnavailable(error) ||
  isLockTimeout(error) ||
  hasCode(error, '57014') ||
  hasCode(error, '40P01') ||
  error instanceof DeadlineError ||
  error instanceof StorageChangedError;

interface CollectDeps {
  database: Database;
  placements: Placements;
  /** URL of the same database: the writer and the listener have their own connections. */
  databaseUrl: string;
  geo: GeoLookup;
  logger: Logger;
  metrics: Metrics;
  findWebsite: (siteKey: string) => Promise<Website | undefined>;
  /** Hits that may wait to be stored. */
  maxQueue: number;
  /** Called with what went wrong when a batch can't be written. */
  onFailure?: (error: unknown) => void;
  /**
   * For bulk loads of past events: salts that aren't stored, larger batches with more time, and a
   * clock set to the past.
   */
  salts?: SaltCache;
  maxBatch?: number;
  timeouts?: WriterTimeouts;
  now?: () => number;
}

interface Collect {
  readonly collect: CollectService;
  /** Removes expired salts from memory. Call it every minute. */
  readonly forgetSalts: () => void;
  /** Ids of websites that had hits lately. */
  readonly recentWebsites: () => readonly number[];
  readonly status: StatusSources;
  readonly closing: readonly ShutDownStep[];
}

/** A batch waits this long for more hits. */
const BATCH_DELAY_MS = 5;

const MAX_BATCH = 1_000;

/** The operator's metrics look at so many websites. */
const RECENT_WEBSITES = 100;

/** One for a batch, and one for those that come while it is late. */
const WRITER_CONNECTIONS = 2;

/** Connections for websites that wait for another writer. */
const SIDE_CONNECTIONS = 2;

/** Assembles the way from a hit's arrival to its committed rows. */
export const createCollect = (deps: CollectDeps): Collect => {
  const { database, databaseUrl, placements, geo, logger, metrics, findWebsite, maxQueue } = deps;
  const { maxBatch = MAX_BATCH, timeouts = LIVE_TIMEOUTS, now = Date.now } = deps;
  const sites = createSiteCache(findWebsite);
  const salts = deps.salts ?? createSaltCache(createSaltsStore(database, placements.isDistributed));
  const batchStore = createBatchStore({
    url: databaseUrl,
    schema: 'analytics',
    connections: WRITER_CONNECTIONS + SIDE_CONNECTIONS,
    isDistributed: placements.isDistributed,
    timeouts: timeouts.settings,
    onConnectionLost: () => {
      writer.forget();
    },
  });
  const writer = createBatchWriter({
    store: batchStore,
    dictionary: createDictionary(createDictionaryStore(database, placements.isDistributed)),
    partitions: createPartitionsStore(database),
    onStorageChange: () => {
      salts.forget();
      sites.forget();
      placements.forget();
    },
  });
  const observe = observeCollect(metrics, () => lanes.depth, deps.onFailure);
  const lanes: WriterLanes = createWriterLanes({
    write: observe((items, options) => writer.write(items, options)),
    placeOf: placements.of,
    isTransient,
    isLockTimeout,
    delayMilliseconds: BATCH_DELAY_MS,
    maxBatch,
    maxQueue,
    batchMilliseconds: timeouts.batch,
  });
  const changes = createListener({
    url: databaseUrl,
    channel: WEBSITES_CHANNEL,
    onNotification: (siteKey) => {
      sites.forget(siteKey);
    },
    onConnect: () => {
      sites.forget();
    },
    onError: (error) => {
      logger.warn({ err: error }, 'connection lost: changes of websites take up to 30 s to be noticed');
    },
  });
  const service = createCollectService({
    sites,
    salts,
    geo,
    submit: (item, deadline) => lanes.submit(item, deadline),
    botFilter: createBotFilter(),
    isSpamReferrer: createSpamFilter(),
    readUserAgent: createUserAgentReader(),
    now,
  });
  return {
    collect: {
      explain: (website, hit) => service.explain(website, hit),
      fromBrowser: (body, sender, deadline) => service.fromBrowser(body, sender, deadline),
      fromClient: (hit, voucher, deadline) => service.fromClient(hit, voucher, deadline),
      // Batches, salts and ids are shared by requests: they are not part of one request's transaction.
      fromServer: (hit, organisation, deadline) =>
        outsideAmbientTransaction(() => service.fromServer(hit, organisation, deadline)),
    },
    recentWebsites: () => sites.recent(RECENT_WEBSITES),
    status: collectStatus(database, () => lanes.depth),
    forgetSalts() {
      salts.forgetStale();
    },
    closing: [
      ['listener', () => changes.close()],
      ['collect queue', () => lanes.close()],
      ['writer', () => batchStore.close()],
    ],
  };
};
