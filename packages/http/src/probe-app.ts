import type { Logger, Metrics } from '@platform/runtime';
import express from 'express';
import type { Express } from 'express';

import { healthRouter } from './health.ts';
import type { Health } from './health.ts';
import { metricsRouter } from './request-metrics.ts';

export interface ProbeAppOptions {
  health: Health;
  metrics: Metrics;
  logger: Logger;
}

/** The app of a process without an API: health and metrics. */
export const createProbeApp = ({ health, metrics, logger }: ProbeAppOptions): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.use(healthRouter(health));
  app.use(metricsRouter(metrics));
  app.use(((error: unknown, _request, response, _next) => {
    logger.error({ err: error }, 'a probe failed');
    response.status(500).end();
  }) as express.ErrorRequestHandler);
  return app;
};
