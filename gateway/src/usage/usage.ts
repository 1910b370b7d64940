import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger } from '@platform/runtime';

import type { Principal } from '../keys/api-key.ts';
import { createQuotas } from './quotas.ts';
import type { Quotas } from './quotas.ts';
import { createUsageRouter } from './usage-router.ts';
import { COUNTED, createQuotasStore, createUsageStore, isUnit } from './usage-store.ts';
import type { Usage, UsageCounts, UsageStore } from './usage-store.ts';

interface UsageRecorder {
  recordRequest: (key: Principal, area: string) => void;
  /** Ignores units that it doesn't know. */
  recordUnits: (key: Principal, area: string, unit: { name: string; amount: number }) => void;
  /** Returns the amount since the last write, on the days of a month. @param month its first day */
  pending: (organisation: string, unit: keyof UsageCounts, month: string) => number;
  /** Writes what was recorded. */
  flush: () => Promise<void>;
  /** Writes what was recorded and stops. */
  close: () => Promise<void>;
}

const FLUSH_MILLISECONDS = 5_000;

const emptyUsage = (key: Principal, area: string, day: string): Usage => ({
  organisation: key.organisation,
  day,
  keyId: key.id,
  area,
  requests: 0,
  events: 0,
  reports: 0,
  exports: 0,
});

/**
 * Counts usage in memory and writes the sums in one statement every 5 s: a process that is killed
 * loses those.
 */
export const createUsageRecorder = (
  store: Pick<UsageStore, 'add'>,
  logger: Logger,
  afterFlush: () => Promise<void> = () => Promise.resolve(),
  now: () => Date = () => new Date(),
): UsageRecorder => {
  let recorded = new Map<string, Usage>();

  const entryOf = (key: Principal, area: string): Usage => {
    const day = now().toISOString().slice(0, 10);
    const name = `${day} ${key.id} ${area}`;
    const entry = recorded.get(name) ?? emptyUsage(key, area, day);
    recorded.set(name, entry);
    return entry;
  };

  /** Restores usage that could not be written, added to what came meanwhile. */
  const takeBack = (usages: Iterable<[string, Usage]>): void => {
    for (const [name, usage] of usages) {
      const entry = recorded.get(name);
      if (!entry) recorded.set(name, usage);
      else for (const field of COUNTED) entry[field] += usage[field];
    }
  };

  const write = async (): Promise<void> => {
    const pending = recorded;
    recorded = new Map();
    await store.add([...pending.values()]).catch((error: unknown) => {
      takeBack(pending);
      logger.warn({ err: error }, 'could not write the usage of keys; trying again');
    });
    await afterFlush().catch((error: unknown) => {
      logger.warn({ err: error }, 'could not read the quotas; keeping the previous ones');
    });
  };

  let last = Promise.resolve();
  let waiting: Promise<void> | undefined;
  /** One write at a time, or the sums that are read after one would miss what another writes. */
  const flush = (): Promise<void> => {
    if (waiting) return waiting;
    const next = last.then(() => {
      waiting = undefined;
      return write();
    });
    [waiting, last] = [next, next];
    return next;
  };
  const job = createRepeatingJob({
    name: 'writing the usage of keys',
    run: flush,
    everyMilliseconds: FLUSH_MILLISECONDS,
    firstAfterMilliseconds: 0,
    logger,
  });
  job.start();

  return {
    recordRequest(key, area) {
      entryOf(key, area).requests += 1;
    },
    recordUnits(key, area, { name, amount }) {
      if (isUnit(name)) entryOf(key, area)[name] += amount;
    },
    pending(organisation, unit, month) {
      let sum = 0;
      for (const usage of recorded.values())
        if (usage.organisation === organisation && usage.day.slice(0, 7) === month.slice(0, 7))
          sum += usage[unit];
      return sum;
    },
    flush,
    async close() {
      await job.stop();
      await flush();
    },
  };
};

export interface UsageFeature {
  router: ApiRouter;
  quotas: Quotas;
  recordRequest: (key: Principal, area: string) => void;
  /** Ignores units that it doesn't know. */
  recordUnits: (key: Principal, area: string, unit: { name: string; amount: number }) => void;
  /** Writes what was recorded and stops. */
  close(): Promise<void>;
}

export interface UsageDeps {
  database: Database;
  logger: Logger;
  /** Says which day and month it is; the machine's clock unless given. */
  now?: (() => Date) | undefined;
}

/** Counts what keys use, holds it against the organisations' quotas, and shows both. */
export const createUsage = ({ database, logger, now }: UsageDeps): UsageFeature => {
  const store = createUsageStore(database);
  const quotasStore = createQuotasStore(database);
  const recorder = createUsageRecorder(store, logger, () => quotas.refresh(), now);
  const quotas = createQuotas({ store: quotasStore, pending: recorder.pending, ...(now && { now }) });
  return {
    quotas,
    router: createUsageRouter({
      store,
      quotas,
      quotaEvents: quotasStore.events,
      flush: recorder.flush,
      ...(now && { now }),
    }),
    recordRequest(key, area) {
      recorder.recordRequest(key, area);
      quotas.add(key.organisation, 'requests', 1);
    },
    recordUnits(key, area, unit) {
      recorder.recordUnits(key, area, unit);
      if (isUnit(unit.name)) quotas.add(key.organisation, unit.name, unit.amount);
    },
    close: recorder.close,
  };
};
