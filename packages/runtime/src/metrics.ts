import { collectDefaultMetrics, Registry } from 'prom-client';

export type Metrics = Registry;

/**
 * Makes a registry of Prometheus metrics, with those of the process itself (memory, event loop).
 */
export const createMetrics = (options: { service: string; withProcess?: boolean }): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.withProcess ?? true) collectDefaultMetrics({ register: registry });
  return registry;
};
