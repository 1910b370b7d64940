import type { Metrics } from '@platform/runtime';
import { Router } from 'express';
import type { Request, RequestHandler } from 'express';
import { Histogram } from 'prom-client';

/** The route's pattern, so that ids in paths don't make a series each. */
const routeOf = (request: Request): string => {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? `${request.baseUrl}${route.path}` : 'unmatched';
};

/** Measures each request: `http_request_duration_seconds` by method, route and status. */
export const observeRequests = (metrics: Metrics): RequestHandler => {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of the request to the last of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
  return (request, response, next) => {
    const end = histogram.startTimer();
    response.once('close', () => {
      end({ method: request.method, route: routeOf(request), status: response.statusCode });
    });
    next();
  };
};

/**
 * `GET /metrics` in Prometheus' text format. For the operator's network; the gateway doesn't route
 * it.
 */
export const metricsRouter = (metrics: Metrics): Router => {
  const router = Router();
  router.get('/metrics', async (_request, response) => {
    response.type(metrics.contentType).send(await metrics.metrics());
  });
  return router;
};
