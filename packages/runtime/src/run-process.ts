import closeWithGrace from 'close-with-grace';

import { runTask } from './run-task.ts';
import type { ProcessContext, ProcessOptions } from './run-task.ts';
import { shutDownGracefully } from './shut-down.ts';
import type { ShutDownStep } from './shut-down.ts';
import { startTraces } from './start-traces.ts';

export interface RunningProcess {
  /** What to close on SIGTERM and SIGINT, in this order. */
  closing: readonly ShutDownStep[];
}

const DRAIN_MILLISECONDS = 25_000;

/** A forked process (`npm start`) ends with its parent, even if the parent is killed. */
const endWithParent = (): void => {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
  });
};

/**
 * Runs a long-lived process. On SIGTERM, SIGINT or a fault it closes within 25 s.
 * If the start fails, one fatal line says so and the process exits with 1.
 */
export const runProcess = <Config extends { LOG_LEVEL: string }>(
  options: ProcessOptions<Config>,
  start: (context: ProcessContext<Config>) => Promise<RunningProcess>,
): Promise<void> =>
  runTask(options, async (context) => {
    const { logger } = context;
    endWithParent();
    const tracing = await startTraces(options.name, options.environment, logger);
    const { closing } = await start(context);
    const steps: ShutDownStep[] = [...closing, ['traces', () => tracing?.close()]];
    closeWithGrace({ delay: DRAIN_MILLISECONDS, logger: false }, async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'ending after a fault');
      else logger.info({ signal }, 'shutting down');
      await shutDownGracefully(steps, logger);
      logger.flush();
    });
  });
