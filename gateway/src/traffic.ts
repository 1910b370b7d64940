import { requestIdOf } from '@platform/http';
import type { Logger, Metrics } from '@platform/runtime';
import type { RequestHandler } from 'express';
import { Counter, Gauge, Histogram } from 'prom-client';

import { exchangeOf } from './exchange.ts';

export interface Traffic {
  /** Logs and measures each request when its answer is out. */
  observe: RequestHandler;
  countFault(area: string, kind: string): void;
  countLimited: (policy: string) => void;
  /** Shows in the metrics whether something that this gateway uses is there. */
  watch(dependency: string, isUp: () => boolean): void;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What operators see of the requests: one line each in the log (no query, no key: only the key's id), and metrics. */
export const createTraffic = ({ logger, metrics }: { logger: Logger; metrics: Metrics }): Traffic => {
  const registers = [metrics];
  const durations = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Time from the head of the request to the last byte of the answer',
    labelNames: ['area', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const faults = new Counter({
    name: 'gateway_upstream_faults_total',
    help: 'Requests that a service did not answer, by what went wrong',
    labelNames: ['area', 'kind'],
    registers,
  });
  const limited = new Counter({
    name: 'gateway_rate_limited_total',
    help: 'Requests over a rate limit, by policy',
    labelNames: ['policy'],
    registers,
  });

  const watched = new Map<string, () => boolean>();
  new Gauge({
    name: 'gateway_dependency_up',
    help: '1 while what the gateway uses is there, 0 while it does without',
    labelNames: ['dependency'],
    registers,
    collect() {
      for (const [dependency, isUp] of watched) this.set({ dependency }, isUp() ? 1 : 0);
    },
  });

  const observe: RequestHandler = (request, response, next) => {
    const begun = performance.now();
    response.once('close', () => {
      const { path, route, key, failure } = exchangeOf(response);
      const milliseconds = performance.now() - begun;
      const area = route?.area ?? 'none';
      const status = response.statusCode;
      const method = METHODS.has(request.method) ? request.method : 'other';
      durations.observe({ area, method, status }, milliseconds / 1000);
      const line = {
        request_id: requestIdOf(response),
        method: request.method,
        path,
        status,
        duration_ms: Math.round(milliseconds * 100) / 100,
        area,
        key_id: key?.id,
        organisation: key?.organisation,
        failure,
        cut_off: response.writableFinished ? undefined : true,
      };
      logger[status >= 500 ? 'error' : 'info'](line, 'request');
    });
    next();
  };

  return {
    observe,
    countFault(area, kind) {
      faults.inc({ area, kind });
    },
    watch(dependency, isUp) {
      watched.set(dependency, isUp);
    },
    countLimited(policy) {
      limited.inc({ policy });
    },
  };
};
