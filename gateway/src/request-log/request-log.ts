import { loggedPath } from '@platform/http';
import type { Logger, Metrics } from '@platform/runtime';

import type { RequestContext } from '../request-context/request-context.ts';
import { createGatewayMetrics } from './gateway-metrics.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';

export interface RequestLog extends Omit<GatewayMetrics, 'observeDuration'> {
  /** Logs and measures a request whose answer is complete. */
  record: (context: RequestContext) => void;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * The operators' view of requests: metrics, and one log line each. Lines hold the key's id but
 * neither the key nor the query.
 */
export const createRequestLog = ({ logger, metrics }: { logger: Logger; metrics: Metrics }): RequestLog => {
  const { observeDuration, ...counters } = createGatewayMetrics(metrics);

  const record = (context: RequestContext): void => {
    const { request, response, path, route, caller, failure, begun, requestId } = context;
    const milliseconds = performance.now() - begun;
    const area = route?.area ?? 'none';
    const status = response.statusCode;
    const given = request.method ?? '';
    observeDuration({ area, method: METHODS.has(given) ? given : 'other', status }, milliseconds / 1000);
    const line = {
      request_id: requestId,
      method: given,
      path: path === undefined ? undefined : loggedPath(path),
      status,
      duration_ms: Math.round(milliseconds * 100) / 100,
      area,
      key_id: caller?.id,
      organisation: caller?.organisation,
      failure,
      cut_off: response.writableFinished ? undefined : true,
    };
    logger[status >= 500 ? 'error' : 'info'](line, 'request');
  };

  return { record, ...counters };
};
