import closeWithGrace from 'close-with-grace';

import type { Logger } from './logger.ts';
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
 * A start that fails is logged in one line and exits with 1.
 */
export const runProcess = async (logger: Logger, start: () => Promise<RunningProcess>): Promise<void> => {
  try {
    endWithParent();
    const { closing } = await start();
    closeWithGrace({ delay: DRAIN_MILLISECONDS, logger: false }, async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'ending after a fault');
      else logger.info({ signal }, 'shutting down');
      await shutDownGracefully(closing, logger);
      logger.flush();
    });
  } catch (error) {
    logger.fatal({ err: error }, error instanceof Error ? error.message : 'The start failed.');
    logger.flush();
    process.exitCode = 1;
    // Whatever was opened before the fault would keep the process alive.
    setTimeout(() => process.exit(1), 500).unref();
  }
};
