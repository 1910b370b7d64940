import { addReadGauge } from '@platform/runtime';
import type { Logger, Metrics } from '@platform/runtime';
import { Gauge } from 'prom-client';

import { dropReasonName } from '../exclusions/rules/drop-reasons.ts';
import type { StorageMetricsStore, StorageState } from './storage-metrics-store.ts';

/** Scrapes by several Prometheus servers share one look at the database. */
const KEEP_MS = 15_000;

export interface ObserveStorageDeps {
  readonly metrics: Metrics;
  readonly store: StorageMetricsStore;
  readonly logger: Logger;
  readonly now: () => number;
  /** Websites that had hits lately. */
  readonly recentWebsites: () => readonly number[];
}

/** Adds storage gauges to the metrics. They are read on demand. */
export const observeStorage = (deps: ObserveStorageDeps): void => {
  const { metrics, store, logger, now, recentWebsites } = deps;
  let readAt = Number.NEGATIVE_INFINITY;
  let present: Promise<StorageState | undefined> = Promise.resolve(undefined);

  const state = (): Promise<StorageState | undefined> => {
    if (now() - readAt < KEEP_MS) return present;
    readAt = now();
    present = store.read(recentWebsites()).catch((error: unknown) => {
      // The other metrics matter most when the database is down.
      logger.warn({ err: error }, 'the storage could not be measured');
      return undefined;
    });
    return present;
  };

  const gauge = (name: string, help: string, value: (state: StorageState) => number | null): void => {
    addReadGauge(metrics, {
      name,
      help,
      read: async () => {
        const found = await state();
        return found && value(found);
      },
    });
  };
  gauge(
    'analytics_newest_event_age_seconds',
    'Age of the newest event of the last two hours',
    (found) => found.newestEventAge,
  );
  gauge(
    'analytics_rollup_lag_seconds',
    'How far the rollups are behind the raw events',
    (found) => found.rollupLag,
  );
  gauge('analytics_partitions', 'Monthly partitions of the raw events', (found) => found.partitions);
  gauge('analytics_partitions_ahead', 'Months ahead that have a partition', (found) => found.partitionsAhead);
  gauge(
    'analytics_storage_bytes',
    'Size of raw events and visits with their indexes',
    (found) => found.bytes,
  );
  gauge(
    'analytics_derived_bytes',
    'Size of sums and columns derived from settled days, which can be rebuilt',
    (found) => found.derivedBytes,
  );
  gauge(
    'analytics_email_lag_seconds',
    'How long the oldest due e-mail digest has been waiting',
    (found) => found.mailLag,
  );

  const dropped = new Gauge({
    name: 'analytics_dropped_requests',
    help: 'Requests of today and yesterday (UTC) that were not stored, by reason',
    labelNames: ['reason'],
    registers: [metrics],
    async collect() {
      dropped.reset();
      for (const { reason, count } of (await state())?.drops ?? [])
        dropped.set({ reason: dropReasonName(reason) ?? String(reason) }, count);
    },
  });
  const deliveries = new Gauge({
    name: 'analytics_email_deliveries',
    help: 'E-mail digests of the last 35 days by status',
    labelNames: ['status'],
    registers: [metrics],
    async collect() {
      deliveries.reset();
      for (const { status, count } of (await state())?.mails ?? []) deliveries.set({ status }, count);
    },
  });
};
