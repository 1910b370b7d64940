import type { Metrics } from '@platform/runtime';
import { Counter } from 'prom-client';

/** What the service counts about exports. */
export interface TokensMetrics {
  /** An export was asked for; `shared` if an equal one was given. */
  requested(format: string, shared: boolean): void;
}

export const createTokensMetrics = (registry: Metrics): TokensMetrics => {
  const requests = new Counter({
    name: 'palette_export_requests_total',
    help: 'Exports asked for: new ones, and those answered with an equal export',
    labelNames: ['format', 'result'],
    registers: [registry],
  });
  return {
    requested(format, shared) {
      requests.inc({ format, result: shared ? 'shared' : 'new' });
    },
  };
};
