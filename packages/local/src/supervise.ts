import type { Child } from './child.ts';

const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 30_000;
/** A process that has run for this long is healthy: its next pause is the first one again. */
const HEALTHY_MILLISECONDS = 60_000;

export interface SuperviseOptions {
  child: Child;
  /** Starts the process anew. */
  start: () => Child | Promise<Child>;
  log: (line: string) => void;
  firstPause?: number;
}

/**
 * Restarts a process whenever it ends, after a pause that doubles up to half a minute while it keeps
 * ending. `pid` is that of the process that runs now; `stop` ends it for good.
 */
export const supervise = (options: SuperviseOptions): Child => {
  const { start, log, firstPause = FIRST_PAUSE_MILLISECONDS } = options;
  const { name } = options.child;
  const stopped = Promise.withResolvers<undefined>();
  let current = options.child;
  let isStopping = false;

  const watch = async (): Promise<void> => {
    for (let pause = firstPause; ;) {
      const startedAt = Date.now();
      const code = await current.ended;
      if (isStopping) return;
      pause = Date.now() - startedAt < HEALTHY_MILLISECONDS ? pause : firstPause;
      log(
        `${name} ended (${code === null ? 'by a signal' : `exit code ${code}`}); it starts again in ${pause / 1000} s.`,
      );
      await Promise.race([new Promise((resolve) => setTimeout(resolve, pause).unref()), stopped.promise]);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
      // `stop` may have been called during the pause.
      if (isStopping as boolean) return;
      try {
        current = await start();
      } catch (error) {
        log(`${name} could not be started: ${error instanceof Error ? error.message : String(error)}`);
      }
      // `stop` may have been called during the start, and has stopped only the process before.
      if (isStopping as boolean) {
        await current.stop();
        return;
      }
    }
  };
  const watching = watch();

  return {
    name,
    get pid() {
      return current.pid;
    },
    ended: watching.then(() => null),
    async stop(killAt) {
      isStopping = true;
      stopped.resolve(undefined);
      await current.stop(killAt);
      await watching;
    },
  };
};
