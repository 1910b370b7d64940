import type { Logger } from '@platform/runtime';

export interface RepeatingJob {
  /** Runs now and then again and again, each run a while after the end of the one before. */
  start(): void;
  /** Starts no more runs and waits for the present one. */
  stop(): Promise<void>;
}

export interface RepeatingJobOptions {
  readonly name: string;
  readonly run: () => Promise<void>;
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
  let isStopped = false;

  const turn = (): void => {
    present = run()
      .catch((error: unknown) => {
        logger.error({ err: error }, `${name} failed`);
      })
      .then(() => {
        if (!isStopped) timer = setTimeout(turn, everyMilliseconds).unref();
      });
  };

  return {
    start: turn,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await present;
    },
  };
};
