import { loggedPath } from '@platform/http';
import type { Logger, Metrics } from '@platform/runtime';
import { Counter, Gauge, Histogram } from 'prom-client';

import type { RequestContext } from '../request-context/request-context.ts';

interface GatewayMetrics {
  /** Records how long a request took, in seconds. */
  observeDuration: (labels: { area: string; method: string; status: number }, seconds: number) => void;
  countUpstreamError: (area: string, kind: string) => void;
  countLimited: (policy: string) => void;
  /** Exports the state of an instance's circuit breaker. */
  setCircuit: (area: string, target: string, state: 'closed' | 'half-open' | 'open') => void;
  /** Exports whether something the gateway depends on is up. */
  watchDependency(dependency: string, isUp: () => boolean): void;
}

const CIRCUIT_STATES = { closed: 0, 'half-open': 1, open: 2 } as const;

/** The gateway's Prometheus metrics. */
const createGatewayMetrics = (metrics: Metrics): GatewayMetrics => {
  const registers = [metrics];
  const durations = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Time from the head of the request to the last byte of the answer',
    labelNames: ['area', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const upstreamErrors = new Counter({
    name: 'gateway_upstream_faults_total',
    help: 'Requests that a service failed to answer, by kind of failure',
    labelNames: ['area', 'kind'],
    registers,
  });
  const limited = new Counter({
    name: 'gateway_rate_limited_total',
    help: 'Requests over a rate limit, by policy',
    labelNames: ['policy'],
    registers,
  });
  const circuits = new Gauge({
    name: 'gateway_upstream_circuit',
    help: "An instance's circuit breaker, once it has moved: 0 closed, 1 half-open, 2 open",
    labelNames: ['area', 'target'],
    registers,
  });
  const watched = new Map<string, () => boolean>();
  const dependencies = new Gauge({
    name: 'gateway_dependency_up',
    help: '1 while a dependency of the gateway is up, 0 while the gateway works without it',
    labelNames: ['dependency'],
    registers,
    collect: () => {
      for (const [dependency, isUp] of watched) dependencies.set({ dependency }, isUp() ? 1 : 0);
    },
  });

  return {
    observeDuration(labels, seconds) {
      durations.observe(labels, seconds);
    },
    countUpstreamError(area, kind) {
      upstreamErrors.inc({ area, kind });
    },
    setCircuit(area, target, state) {
      circuits.set({ area, target }, CIRCUIT_STATES[state]);
    },
    watchDependency(dependency, isUp) {
      watched.set(dependency, isUp);
    },
    countLimited(policy) {
      limited.inc({ policy });
    },
  };
};

interface RequestLog extends Omit<GatewayMetrics, 'observeDuration'> {
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
