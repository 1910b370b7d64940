import { collectDefaultMetrics, Registry } from 'prom-client';

export type Metrics = Registry;

/**
 * Makes a registry of Prometheus metrics, with those of the process itself (memory, event loop) from the first
 * reading on: to measure the event loop wakes the process a hundred times a second, which would be most of what
 * it does while idle.
 */
export const createMetrics = (options: { service: string; withProcess?: boolean }): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  let isMeasuring = !(options.withProcess ?? true);
  const read = registry.metrics.bind(registry);
  registry.metrics = () => {
    if (!isMeasuring) collectDefaultMetrics({ register: registry });
    isMeasuring = true;
    return read();
  };
  return registry;
};
