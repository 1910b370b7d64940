import { startTracing } from '@platform/tracing';
import type { Tracing } from '@platform/tracing';
import closeWithGrace from 'close-with-grace';

import type { Logger } from './logger.ts';
import { runTask } from './run-task.ts';
import type { ProcessContext, ProcessOptions } from './run-task.ts';
import { shutDownGracefully } from './shut-down.ts';
import type { ShutDownStep } from './shut-down.ts';
import { tracingSettings } from './tracing-settings.ts';

/** While the collector is away, a line as rarely as this says so. */
const REPORT_EVERY_MILLISECONDS = 60_000;

/**
 * Starts tracing if the environment names a collector. A collector that is away costs spans and
 * nothing else.
 */
const startTraces = async (
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  logger: Pick<Logger, 'warn'>,
): Promise<Tracing | undefined> => {
  const settings = tracingSettings(name, environment);
  if (settings === undefined) return undefined;
  let reportedAt = -Infinity;
  return startTracing({
    ...settings,
    onFault(error) {
      const now = performance.now();
      if (now - reportedAt < REPORT_EVERY_MILLISECONDS) return;
      reportedAt = now;
      logger.warn({ err: error }, 'traces could not be delivered');
    },
  });
};

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
