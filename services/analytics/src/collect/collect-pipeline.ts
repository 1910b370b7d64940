import { isUnavailable } from '@platform/database';
import type { Database } from '@platform/database';
import type { Metrics, ShutDownStep } from '@platform/runtime';

import type { GeoLookup } from '../geo/geo-lookup.ts';
import type { PartitionsStore } from '../partitions/partitions-store.ts';
import type { Website } from '../websites/website.ts';
import { createBatchStore } from './batch-store.ts';
import { createBatchWriter } from './batch-writer.ts';
import type { BatchItem } from './batch-writer.ts';
import { createBotFilter } from './bot-filter.ts';
import { observeCollect } from './collect-metrics.ts';
import { createCollectService } from './collect-service.ts';
import type { CollectService } from './collect-service.ts';
import { createDictionaryStore } from './dictionary-store.ts';
import { createDictionary } from './dictionary.ts';
import type { Outcome } from './hit.ts';
import { createMicroBatcher } from './micro-batcher.ts';
import type { MicroBatcher } from './micro-batcher.ts';
import { createSpamFilter } from './referrer.ts';
import { createSaltCache } from './salt-cache.ts';
import type { SaltsStore } from './salts-store.ts';
import { createSiteCache } from './site-cache.ts';
import { createUserAgentReader } from './user-agent.ts';

export interface CollectPipelineDeps {
  database: Database;
  /** Of the same database, for the writer, which has a connection of its own. */
  databaseUrl: string;
  saltsStore: SaltsStore;
  partitions: PartitionsStore;
  geo: GeoLookup;
  metrics: Metrics;
  findWebsite: (siteKey: string) => Promise<Website | undefined>;
  /** Reports that may wait to be stored. */
  maxQueue: number;
}

export interface CollectPipeline {
  readonly collect: CollectService;
  /** Forgets a website that was changed, or all of them. */
  forgetWebsite(siteKey?: string): void;
  /** Takes salts out of memory whose time is over. */
  forgetSalts(): void;
  readonly closing: readonly ShutDownStep[];
}

/** A batch waits so long for company. */
const BATCH_DELAY_MS = 5;
const MAX_BATCH = 1_000;

/** True when a partition was not made because somebody holds a lock for long: the events are not at fault, and it passes. */
const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03';

/** Puts together what lies between a report and its committed rows. */
export const createCollectPipeline = (deps: CollectPipelineDeps): CollectPipeline => {
  const { database, databaseUrl, saltsStore, partitions, geo, metrics, findWebsite, maxQueue } = deps;
  const sites = createSiteCache(findWebsite);
  const salts = createSaltCache(saltsStore);
  const batchStore = createBatchStore({ url: databaseUrl, schema: 'analytics', connections: 1 });
  const writer = createBatchWriter({
    store: batchStore,
    dictionary: createDictionary(createDictionaryStore(database)),
    partitions,
  });
  const observe = observeCollect(metrics, () => batcher.depth);
  const batcher: MicroBatcher<BatchItem, Outcome> = createMicroBatcher({
    write: observe((items) => writer.write(items)),
    isTransient: (error) => isUnavailable(error) || isLockTimeout(error),
    delayMilliseconds: BATCH_DELAY_MS,
    maxBatch: MAX_BATCH,
    maxQueue,
  });
  const collect = createCollectService({
    sites,
    salts,
    geo,
    submit: (item) => batcher.submit(item),
    botFilter: createBotFilter(),
    isSpamReferrer: createSpamFilter(),
    readUserAgent: createUserAgentReader(),
  });
  return {
    collect,
    forgetWebsite(siteKey) {
      sites.forget(siteKey);
    },
    forgetSalts() {
      salts.forgetStale();
    },
    closing: [
      ['collect queue', () => batcher.close()],
      ['writer', () => batchStore.close()],
    ],
  };
};
