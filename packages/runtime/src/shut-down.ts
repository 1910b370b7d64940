import type { Logger } from './logger.ts';

/** One thing to end, with the name that the log gives it; a promise is waited for. */
export type ShutDownStep = readonly [name: string, end: () => unknown];

/** Ends everything in the order given; a step that fails is logged and doesn't keep the next from running. */
export const shutDownGracefully = async (steps: readonly ShutDownStep[], logger: Logger): Promise<void> => {
  for (const [name, end] of steps) {
    try {
      await end();
    } catch (error) {
      logger.error({ err: error, step: name }, 'shutting down: step failed');
    }
  }
};
