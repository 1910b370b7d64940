import type { Benchmark, Figure } from './benchmark.ts';
import { endDescendants, findDescendants } from './end-descendants.ts';

export interface BenchResult {
  readonly id: string;
  readonly title: string;
  readonly seconds: number;
  readonly figures: readonly Figure[];
  /** Why there are no figures; null when there are. */
  readonly error: string | null;
}

export interface RunOptions {
  readonly quick: boolean;
  log(line: string): void;
  /** Ends the run early when it aborts; what was started is ended all the same. */
  readonly signal?: AbortSignal;
}

/** With its causes: `fetch failed` alone says nothing. */
const messageOf = (error: unknown): string => {
  const { message, cause } = Object(error) as { message?: unknown; cause?: unknown };
  if (typeof message !== 'string') return String(error);
  return cause === undefined ? message : `${message}: ${messageOf(cause)}`;
};

/** Rejects when the time is up or the reader has had enough. */
const interruption = (seconds: number, signal?: AbortSignal): { promise: Promise<never>; clear(): void } => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`took longer than ${seconds} s`));
  }, seconds * 1_000);
  const onAbort = (): void => {
    reject(new Error('was interrupted'));
  };
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);
  return {
    promise,
    clear() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
};

/** Runs a benchmark within its time, and ends what it started. Never rejects. */
export const runBenchmark = async (benchmark: Benchmark, options: RunOptions): Promise<BenchResult> => {
  const { id, title, limitSeconds } = benchmark;
  const stops: (() => Promise<unknown>)[] = [];
  const before = await findDescendants();
  const startedAt = performance.now();
  const result = (figures: readonly Figure[], error: string | null): BenchResult => ({
    id,
    title,
    figures,
    error,
    seconds: (performance.now() - startedAt) / 1_000,
  });
  const end = interruption(limitSeconds, options.signal);
  // Where nobody waits for it any more, its rejection is nobody's fault.
  end.promise.catch(() => undefined);
  try {
    const running = benchmark.run({
      quick: options.quick,
      log: (line) => {
        options.log(`${id}: ${line}`);
      },
      cleanUp: (stop) => stops.push(stop),
    });
    // Left behind after an interruption, it fails when its processes are gone.
    running.catch(() => undefined);
    return result(await Promise.race([running, end.promise]), null);
  } catch (error) {
    return result([], messageOf(error));
  } finally {
    end.clear();
    for (const stop of stops.toReversed())
      await stop().catch((error: unknown) => {
        options.log(`${id}: ${messageOf(error)}`);
      });
    // Nobody knows any more what a benchmark that failed or was cut off had started.
    await endDescendants(before);
  }
};
