import { collectDefaultMetrics, Registry, Gauge } from 'prom-client';
import { withDeadline } from './deadline.ts';

/** Each tick wakes an idle process, which costs it a tenth of what it takes. */
const TICK_MILLISECONDS = 1_000;
/** A longer pause between two ticks is a stall: the process was stopped, or its loop was blocked. */
const STALL_MILLISECONDS = 1_500;
/** Requests that arrived during a stall are read within this time after it. */
const AFTERMATH_MILLISECONDS = 2_000;

let tickedAt = performance.now();
let stalledUntil = -Infinity;
let timer: NodeJS.Timeout | undefined;

/**
 * Starts watching for stalls of this process. After one, it would carry out requests that their
 * clients saw answered with 504, because it learns that the gateway hung up a moment after it gets
 * the requests. Absolute deadlines in a header would refuse everything where clocks differ.
 */
export const watchStalls = (): void => {
  tickedAt = performance.now();
  timer ??= setInterval(() => {
    const now = performance.now();
    if (now - tickedAt > STALL_MILLISECONDS) stalledUntil = now + AFTERMATH_MILLISECONDS;
    tickedAt = now;
  }, TICK_MILLISECONDS).unref();
};

/** True for a moment after a stall. */
export const wasStalled = (): boolean => {
  const now = performance.now();
  return now < stalledUntil || (timer !== undefined && now - tickedAt > STALL_MILLISECONDS);
};

/** Prometheus gives a scrape 10 s by default, and there may be several readings. */
const PATIENCE_MILLISECONDS = 3_000;

/**
 * Lets gauges that are collected at the same time share one look at the database.
 * @returns calls `read` unless it is being read already; undefined if that fails or takes too long,
 * as the other metrics matter most when the database is down or says nothing
 */
export const shareReading = <Reading>(
  read: () => Promise<Reading>,
  patience = PATIENCE_MILLISECONDS,
): (() => Promise<Reading | undefined>) => {
  let reading: Promise<Reading | undefined> | undefined;
  return async () => {
    // A question that is never answered stays the only one.
    reading ??= read()
      .catch(() => undefined)
      .finally(() => (reading = undefined));
    return withDeadline(reading, patience).catch(() => undefined);
  };
};

interface ReadGauge {
  name: string;
  help: string;
  /** Called at each scrape; the gauge is missing while there is no number. */
  read: () => Promise<number | null | undefined>;
}

/** Adds a gauge that is read on demand. */
export const addReadGauge = (registry: Metrics, { name, help, read }: ReadGauge): void => {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read();
      if (typeof value === 'number') gauge.set(value);
      else gauge.remove();
    },
  });
};

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
