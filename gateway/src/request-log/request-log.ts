import { requestIdOf } from '@platform/http';
import type { Logger, Metrics } from '@platform/runtime';
import type { RequestHandler } from 'express';

import { contextOf } from '../request-context/request-context.ts';
import { createGatewayMetrics } from './gateway-metrics.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';

export interface RequestLog extends Omit<GatewayMetrics, 'observeDuration'> {
  /** Logs and measures each request once its answer is complete. */
  observe: RequestHandler;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * The operators' view of requests: metrics, and one log line each. Lines hold the key's id but
 * neither the key nor the query.
 */
export const createRequestLog = ({ logger, metrics }: { logger: Logger; metrics: Metrics }): RequestLog => {
  const { observeDuration, ...counters } = createGatewayMetrics(metrics);

  const observe: RequestHandler = (request, response, next) => {
    const begun = performance.now();
    response.once('close', () => {
      const { path, route, caller, failure } = contextOf(response);
      const milliseconds = performance.now() - begun;
      const area = route?.area ?? 'none';
      const status = response.statusCode;
      const method = METHODS.has(request.method) ? request.method : 'other';
      observeDuration({ area, method, status }, milliseconds / 1000);
      const line = {
        request_id: requestIdOf(response),
        method: request.method,
        path,
        status,
        duration_ms: Math.round(milliseconds * 100) / 100,
        area,
        key_id: caller?.id,
        organisation: caller?.organisation,
        failure,
        cut_off: response.writableFinished ? undefined : true,
      };
      logger[status >= 500 ? 'error' : 'info'](line, 'request');
    });
    next();
  };

  return { observe, ...counters };
};
