import { addReadGauge, shareReading } from '@platform/runtime';
import type { Metrics } from '@platform/runtime';
import { Gauge } from 'prom-client';

import type { Backlog } from './export-cleanup-store.ts';

/**
 * Adds gauges of the unfinished exports. The service has them beside its workers, so that somebody
 * tells of exports that wait when there is no worker left.
 * @param backlog called once at each scrape
 */
export const observeBacklog = (registry: Metrics, backlog: () => Promise<Backlog>): void => {
  const read = shareReading(backlog);
  addReadGauge(registry, {
    name: 'palette_exports_oldest_seconds',
    help: 'Age of the oldest unfinished export',
    read: async () => (await read())?.oldestSeconds,
  });
  const unfinished = new Gauge({
    name: 'palette_exports_unfinished',
    help: 'Exports that are queued or processing',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const found = await read();
      unfinished.reset();
      if (!found) return;
      unfinished.set({ status: 'queued' }, found.queued);
      unfinished.set({ status: 'processing' }, found.processing);
    },
  });
};
