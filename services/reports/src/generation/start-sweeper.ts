import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '@platform/runtime';

export interface Sweeper {
  /** Ends after the sweep at hand. */
  stop(): Promise<void>;
}

/** Sweeps again and again, a pause of `interval` milliseconds after each time. A sweep that fails is logged. */
export const startSweeper = (sweep: () => Promise<unknown>, interval: number, logger: Logger): Sweeper => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    for (;;) {
      // Rejects when it is cut short.
      await sleep(interval, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await sweep().catch((error: unknown) => {
        logger.warn({ err: error }, 'the sweep for forgotten reports failed');
      });
    }
  };
  const running = run();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
};
