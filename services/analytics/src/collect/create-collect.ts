import { createListener, outsideAmbientTransaction } from '@platform/database';
import type { Database } from '@platform/database';
import type { StatusSources } from '@platform/http';
import type { Logger, Metrics, ShutDownStep } from '@platform/runtime';

import type { Placements } from '../cluster/placements.ts';
import type { GeoLookup } from '../geo/geo-lookup.ts';
import { createPartitionsStore } from '../partitions/partitions-store.ts';
import type { Website } from '../websites/website.ts';
import { WEBSITES_CHANNEL } from '../websites/websites-channel.ts';
import { observeCollect } from './collect-metrics.ts';
import { collectStatus } from './collect-status.ts';
import { createCollectService } from './collect-service.ts';
import type { CollectService } from './collect-service.ts';
import { createDictionaryStore } from './dictionary/dictionary-store.ts';
import { createDictionary } from './dictionary/dictionary.ts';
import { createBotFilter } from './intake/bot-filter.ts';
import { createSpamFilter } from './intake/referrer.ts';
import { createUserAgentReader } from './intake/user-agent.ts';
import { createSiteCache } from './sites/site-cache.ts';
import { createSaltCache } from './visitors/salt-cache.ts';
import type { SaltCache } from './visitors/salt-cache.ts';
import { createSaltsStore } from './visitors/salts-store.ts';
import { createBatchStore } from './writing/batch-store.ts';
import { createBatchWriter } from './writing/batch-writer.ts';
import { createWriterLanes } from './writing/writer-lanes.ts';
import type { WriterLanes } from './writing/writer-lanes.ts';
import { isLockTimeout, isTransient } from './writing/transient-faults.ts';
import { LIVE_TIMEOUTS } from './writing/writer-timeouts.ts';
import type { WriterTimeouts } from './writing/writer-timeouts.ts';

export interface CollectDeps {
  database: Database;
  placements: Placements;
  /** Of the same database: the writer and the listener have connections of their own. */
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

export interface Collect {
  readonly collect: CollectService;
  /** Takes salts out of memory whose time is over. Call it every minute. */
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

/** Puts together what lies between a hit's arrival and its committed rows. */
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
      fromBrowser: (body, sender, deadline) => service.fromBrowser(body, sender, deadline),
      // Batches, salts and ids are shared by requests: they are no part of one request's transaction.
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
