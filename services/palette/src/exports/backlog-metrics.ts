import type { Metrics } from '@platform/runtime';
import { Gauge } from 'prom-client';

import type { Backlog } from './export-cleanup-store.ts';

/**
 * Adds gauges of the unfinished exports. The service has them beside its workers, so that somebody
 * tells of exports that wait when there is no worker left.
 * @param backlog called once at each scrape
 */
export const observeBacklog = (registry: Metrics, backlog: () => Promise<Backlog>): void => {
  const registers = [registry];
  let reading: Promise<Backlog | undefined> | undefined;
  // Both gauges are collected at the same time, and share one look at the database.
  const read = (): Promise<Backlog | undefined> =>
    (reading ??= backlog()
      // The other metrics matter most when the database is down.
      .catch(() => undefined)
      .finally(() => (reading = undefined)));

  const age = new Gauge({
    name: 'palette_exports_oldest_seconds',
    help: 'Age of the oldest unfinished export',
    registers,
    async collect() {
      const found = await read();
      if (found) age.set(found.oldestSeconds);
      else age.remove();
    },
  });
  const unfinished = new Gauge({
    name: 'palette_exports_unfinished',
    help: 'Exports that are queued or processing',
    labelNames: ['status'],
    registers,
    async collect() {
      const found = await read();
      unfinished.reset();
      if (!found) return;
      unfinished.set({ status: 'queued' }, found.queued);
      unfinished.set({ status: 'processing' }, found.processing);
    },
  });
};
