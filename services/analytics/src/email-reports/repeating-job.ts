import type { Logger } from '@platform/runtime';

export interface RepeatingJob {
  /** Runs now and then again and again, each run a while after the end of the one before. */
  start(): void;
  /** Starts no more runs, tells the present one to come to an end, and waits for it. */
  stop(): Promise<void>;
}

export interface RepeatingJobOptions {
  readonly name: string;
  /** Does the work; a long one looks at the signal between its pieces. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly everyMilliseconds: number;
  readonly logger: Logger;
}

/** A job that repeats while the process lives. A run that fails is logged and tried again at its next turn. */
export const createRepeatingJob = ({
  name,
  run,
  everyMilliseconds,
  logger,
}: RepeatingJobOptions): RepeatingJob => {
  let timer: NodeJS.Timeout | undefined;
  let present: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  const turn = (): void => {
    present = run(stopping.signal)
      .catch((error: unknown) => {
        logger.error({ err: error }, `${name} failed`);
      })
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(turn, everyMilliseconds).unref();
      });
  };

  return {
    start: turn,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await present;
    },
  };
};
