import type { Logger } from './logger.ts';

export interface RepeatingJob {
  /**
   * Begins the runs. Each one begins a while after the end of the one before, so that no two
   * overlap.
   */
  start(): void;
  /** Starts no more runs, asks the present one to finish, and waits for it. */
  stop(): Promise<void>;
}

export interface RepeatingJobOptions {
  /** Description of the job for the log: `sending e-mail digests`. */
  readonly name: string;
  /** Does the work. A long run looks at the signal between its pieces. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  /** From the end of one run to the beginning of the next; below 5 s it grows with each failure. */
  readonly everyMilliseconds: number;
  /** Delay of the first run; none by default. */
  readonly firstAfterMilliseconds?: number;
  readonly logger: Pick<Logger, 'error'>;
}

/** The longest pause of a frequent job after failures: what it does resumes soon after what it needs. */
const LONGEST_PAUSE = 5_000;

/**
 * Repeats a job while the process lives. A run that fails is logged, and the next one tries again.
 * The timers don't keep the process alive.
 *
 * @example
 * const job = createRepeatingJob({ name: 'sweeping', run, everyMilliseconds: 60_000, logger });
 * job.start();
 */
export const createRepeatingJob = (options: RepeatingJobOptions): RepeatingJob => {
  const { name, run, everyMilliseconds, firstAfterMilliseconds = 0, logger } = options;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let present: Promise<void> = Promise.resolve();
  let failures = 0;

  // A job that runs twice a second would otherwise fill the log while its database is down.
  const pause = (): number =>
    Math.max(everyMilliseconds, Math.min(everyMilliseconds * 2 ** failures, LONGEST_PAUSE));
  const runOnce = async (): Promise<void> => {
    try {
      await run(stopping.signal);
      failures = 0;
    } catch (error) {
      failures += 1;
      logger.error({ err: error }, `${name} failed`);
    }
  };
  const turn = (): void => {
    present = runOnce().then(() => {
      schedule(pause());
    });
  };
  const schedule = (milliseconds: number): void => {
    if (!stopping.signal.aborted) timer = setTimeout(turn, milliseconds).unref();
  };

  const start = (): void => {
    if (firstAfterMilliseconds > 0) schedule(firstAfterMilliseconds);
    else turn();
  };
  const stop = async (): Promise<void> => {
    stopping.abort();
    clearTimeout(timer);
    await present;
  };
  return { start, stop };
};
