import type { Metrics } from '@platform/runtime';
import { Counter } from 'prom-client';

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
