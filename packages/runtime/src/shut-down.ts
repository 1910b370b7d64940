import type { Logger } from './logger.ts';

/** One thing to close, and its name for the log. A promise is awaited. */
export type ShutDownStep = readonly [name: string, end: () => unknown];

/** Runs the steps in order. A step that fails is logged, and the next one runs anyway. */
export const shutDownGracefully = async (steps: readonly ShutDownStep[], logger: Logger): Promise<void> => {
  for (const [name, end] of steps) {
    try {
      await end();
    } catch (error) {
      logger.error({ err: error, step: name }, 'shutting down: step failed');
    }
  }
};
