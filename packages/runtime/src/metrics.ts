import { collectDefaultMetrics, Registry } from 'prom-client';

export type Metrics = Registry;

/** A registry of Prometheus metrics with the process' own (memory, event loop, garbage collection) in it. */
export const createMetrics = (options: { service: string; withProcess?: boolean }): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.withProcess ?? true) collectDefaultMetrics({ register: registry });
  return registry;
};
