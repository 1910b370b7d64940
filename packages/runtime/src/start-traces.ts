import { startTracing } from '@platform/tracing';
import type { Tracing } from '@platform/tracing';

import type { Logger } from './logger.ts';
import { tracingSettings } from './tracing-settings.ts';

/** While the collector is away, a line as rarely as this says so. */
const REPORT_EVERY_MILLISECONDS = 60_000;

/**
 * Starts tracing if the environment names a collector. A collector that is away costs spans and
 * nothing else.
 */
export const startTraces = async (
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
