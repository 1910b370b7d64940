import type { Tracing, TracingOptions } from './spans.ts';

let active: Tracing | undefined;

/** The tracing of this process; undefined where none is configured. */
export const activeTracing = (): Tracing | undefined => active;

/**
 * Starts tracing for the whole process. OpenTelemetry is loaded here and nowhere else, so processes
 * without a collector neither load nor run any of it. OpenTelemetry's instrumentation packages
 * would need a loader hook in every process, record paths, and copy PostgreSQL's messages, which
 * quote values, into spans. Ours begin in `listen()`, in the gateway's forwarding, in
 * `pg.Client.query` and in BullMQ's own telemetry.
 */
export const startTracing = async (options: TracingOptions): Promise<Tracing> => {
  const { createTracing } = await import('./open-telemetry.ts');
  active = createTracing(options);
  return active;
};

const runAsIs = <Result>(work: () => Result): Result => work();

/**
 * Remembers the trace of the caller for work that is done later, in a batch with that of others: a
 * loop started by one request would otherwise count all later work as part of that request.
 *
 * @example
 * const within = captureTrace();
 * queue.push({ item, within });
 * // later, for a whole batch
 * await batch[0].within(() => write(batch));
 */
export const captureTrace = (): (<Result>(work: () => Result) => Result) => active?.capture() ?? runAsIs;
