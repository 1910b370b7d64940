import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  parseKeyPairsIntoRecord,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

import { createHttpSpans } from './http-spans.ts';
import { tracePostgres } from './postgres-spans.ts';
import { samplerOf } from './sampler.ts';
import type { Tracing, TracingOptions } from './spans.ts';

/** For a collector that is away: nobody waits longer for a process to stop. */
const CLOSE_MILLISECONDS = 2_000;

/** Sets OpenTelemetry up for this process. */
export const createTracing = (options: TracingOptions): Tracing => {
  const { service, endpoint, headers, sampler, ratio, delayMilliseconds, onFault } = options;
  setGlobalErrorHandler(onFault);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    ...(headers !== undefined && { headers: parseKeyPairsIntoRecord(headers) }),
  });
  const provider = new TracerProvider({
    resource: detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(
      resourceFromAttributes({ 'service.name': service }),
    ),
    sampler: samplerOf(sampler, ratio),
    // Its queue is bounded: spans are dropped while the collector is away.
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMilliseconds })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  // No baggage: it would carry whatever a client sends through all services.
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  const tracer = provider.getTracer('platform');
  tracePostgres(tracer);

  return {
    ...createHttpSpans(tracer),
    logFields() {
      const traceId = trace.getActiveSpan()?.spanContext().traceId;
      return traceId === undefined ? {} : { trace_id: traceId };
    },
    capture() {
      const span = trace.getActiveSpan();
      const captured = span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
      return (work) => context.with(captured, work);
    },
    async close() {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, CLOSE_MILLISECONDS).unref();
      });
      await Promise.race([provider.shutdown(), late]);
    },
  };
};
