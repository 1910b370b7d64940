import { createRequire } from 'node:module';

import { activeTracing } from '@platform/tracing';
import type { JobsOptions, Telemetry } from 'bullmq';

interface BullMQOtelModule {
  BullMQOtel: new (options: { tracerName: string }) => Telemetry;
}

let telemetry: Telemetry | undefined;

/** Loaded where tracing is on, and then at once: queues are made synchronously. */
const loadTelemetry = (): Telemetry => {
  const { BullMQOtel } = createRequire(import.meta.url)('bullmq-otel') as BullMQOtelModule;
  return (telemetry ??= new BullMQOtel({ tracerName: 'bullmq' }));
};

/**
 * Options for `new Queue` and `new Worker` that have jobs continue the trace of whoever added them,
 * on Redis and on PostgreSQL alike. Nothing where tracing is off.
 */
export const queueTracing = (): { telemetry?: Telemetry } =>
  activeTracing() === undefined ? {} : { telemetry: loadTelemetry() };

/** Options for a job that is added later, in a batch: it continues the present trace. */
export const jobTrace = (): Pick<JobsOptions, 'telemetry'> => {
  if (activeTracing() === undefined) return {};
  const { contextManager } = loadTelemetry();
  return { telemetry: { metadata: contextManager.getMetadata(contextManager.active()) } };
};
