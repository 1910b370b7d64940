import type { Metrics } from '@platform/runtime';
import { Counter, Histogram, Gauge } from 'prom-client';
import type { Backlog } from './export-cleanup-store.ts';
import { addReadGauge, shareReading } from '@platform/runtime';

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

/** Metrics of the service about exports. */
export interface ExportsMetrics {
  /** Counts a request; `shared` if it was answered with an existing export. */
  requested(format: string, shared: boolean): void;
}

export const createExportsMetrics = (registry: Metrics): ExportsMetrics => {
  const requests = new Counter({
    name: 'palette_export_requests_total',
    help: 'Requests for exports: new ones, and those answered with an existing export',
    labelNames: ['format', 'result'],
    registers: [registry],
  });
  return {
    requested(format, shared) {
      requests.inc({ format, result: shared ? 'shared' : 'new' });
    },
  };
};

/** Metrics of a worker. */
export interface WorkerMetrics {
  /** Starts a timer; call the result when the file is written. */
  rendering(format: string): () => void;
  completed(format: string, createdAt: Date): void;
  failed(format: string, code: string): void;
  faulted(format: string): void;
  /** Counts exports that were queued again because their job was lost. */
  recovered(count: number): void;
}

export interface WorkerMetricsDeps {
  registry: Metrics;
  /** Called at each scrape. */
  backlog: () => Promise<Backlog>;
}

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export const createWorkerMetrics = ({ registry, backlog }: WorkerMetricsDeps): WorkerMetrics => {
  const registers = [registry];
  const durations = new Histogram({
    name: 'palette_export_duration_seconds',
    help: 'Time from accepting an export to completing it',
    labelNames: ['format'],
    buckets: BUCKETS,
    registers,
  });
  const renderings = new Histogram({
    name: 'palette_export_render_seconds',
    help: 'Time to render the file of an export',
    labelNames: ['format'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  });
  const failures = new Counter({
    name: 'palette_export_failures_total',
    help: 'Exports that failed permanently, by error code',
    labelNames: ['format', 'code'],
    registers,
  });
  const faults = new Counter({
    name: 'palette_export_faults_total',
    help: 'Attempts that failed and are retried',
    labelNames: ['format'],
    registers,
  });
  const recovered = new Counter({
    name: 'palette_exports_recovered_total',
    help: 'Exports queued again because their job was lost or late',
    registers,
  });
  observeBacklog(registry, backlog);
  return {
    rendering: (format) => renderings.startTimer({ format }),
    completed(format, createdAt) {
      durations.observe({ format }, (Date.now() - createdAt.getTime()) / 1_000);
    },
    failed(format, code) {
      failures.inc({ format, code });
    },
    faulted(format) {
      faults.inc({ format });
    },
    recovered(count) {
      recovered.inc(count);
    },
  };
};
