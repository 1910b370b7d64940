import closeWithGrace from 'close-with-grace';

import { runTask } from './run-task.ts';
import type { ProcessContext, ProcessOptions } from './run-task.ts';
import { shutDownGracefully } from './shut-down.ts';
import type { ShutDownStep } from './shut-down.ts';

export interface RunningProcess {
  /** What to end on SIGTERM and SIGINT, in this order. */
  closing: readonly ShutDownStep[];
}

const DRAIN_MILLISECONDS = 25_000;

/** A process that was forked (by `npm start`) ends when its parent does, however the parent ended. */
const endWithParent = (): void => {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
  });
};

/**
 * Runs a long-lived process: starts it, and on SIGTERM, SIGINT or a fault ends what it started within 25 s.
 * A start that fails, for its settings or otherwise, is logged in one fatal line and exits with 1.
 */
export const runProcess = <Config extends { LOG_LEVEL: string }>(
  options: ProcessOptions<Config>,
  start: (context: ProcessContext<Config>) => Promise<RunningProcess>,
): Promise<void> =>
  runTask(options, async (context) => {
    const { logger } = context;
    endWithParent();
    const { closing } = await start(context);
    closeWithGrace({ delay: DRAIN_MILLISECONDS, logger: false }, async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'ending after a fault');
      else logger.info({ signal }, 'shutting down');
      await shutDownGracefully(closing, logger);
      logger.flush();
    });
  });
