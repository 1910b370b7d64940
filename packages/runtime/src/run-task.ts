import type Joi from 'joi';

import { loadConfig } from './load-config.ts';
import { createLogger } from './logger.ts';
import type { Logger } from './logger.ts';

export interface ProcessOptions<Config> {
  /** Name of the process in its log. */
  name: string;
  /** The settings that it reads. */
  variables: { readonly [Name in keyof Config]-?: Joi.Schema };
  environment: Readonly<Record<string, string | undefined>>;
  /** Whether log lines are collected before they are written; see `createLogger`. */
  bufferedLog?: boolean;
}

export interface ProcessContext<Config> {
  config: Config;
  /** Writes from the level that LOG_LEVEL asks for. */
  logger: Logger;
}

/** Time for what was opened before a fault to end by itself. */
const LINGER_MILLISECONDS = 500;

/**
 * Runs a process that ends by itself: reads its settings, makes its logger and works. Settings that are not usable and
 * work that fails are logged in one fatal line, and the process exits with 1.
 */
export const runTask = async <Config extends { LOG_LEVEL: string }>(
  options: ProcessOptions<Config>,
  work: (context: ProcessContext<Config>) => Promise<void>,
): Promise<void> => {
  const { name, variables, environment, bufferedLog = false } = options;
  let logger = createLogger({ name });
  try {
    const config = loadConfig<Config>(variables, environment);
    logger = createLogger({ name, level: config.LOG_LEVEL, buffered: bufferedLog });
    await work({ config, logger });
  } catch (error) {
    logger.fatal({ err: error }, error instanceof Error ? error.message : 'The process failed.');
    logger.flush();
    process.exitCode = 1;
    // What was opened before the fault must not keep the process alive.
    setTimeout(() => process.exit(1), LINGER_MILLISECONDS).unref();
  }
};
