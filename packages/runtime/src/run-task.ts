import type Joi from 'joi';

import { loadConfig, SetupError } from './load-config.ts';
import { createLogger } from './logger.ts';
import type { Logger } from './logger.ts';
import { tracingSettings } from './settings.ts';

export interface ProcessOptions<Config> {
  /** The process's name in its log. */
  name: string;
  /** The settings it reads. */
  variables: { readonly [Name in keyof Config]-?: Joi.Schema };
  environment: Readonly<Record<string, string | undefined>>;
  /** Whether log lines are buffered; see `createLogger`. */
  bufferedLog?: boolean;
}

export interface ProcessContext<Config> {
  config: Config;
  /** Writes lines of the level LOG_LEVEL and above. */
  logger: Logger;
}

/** Given to whatever was opened before a fault, to end by itself. */
const LINGER_MILLISECONDS = 500;

/**
 * Runs a process that ends by itself: reads its settings, makes its logger and works. If the
 * settings are unusable or the work fails, one fatal line says so and the process exits with 1.
 */
export const runTask = async <Config extends { LOG_LEVEL: string }>(
  options: ProcessOptions<Config>,
  work: (context: ProcessContext<Config>) => Promise<void>,
): Promise<void> => {
  const { name, variables, environment, bufferedLog = false } = options;
  let logger = createLogger({ name });
  try {
    const config = loadConfig<Config>(variables, environment);
    const traced = tracingSettings(name, environment) !== undefined;
    logger = createLogger({ name, level: config.LOG_LEVEL, buffered: bufferedLog, traced });
    await work({ config, logger });
  } catch (error) {
    if (error instanceof SetupError) logger.fatal(error.message);
    else logger.fatal({ err: error }, error instanceof Error ? error.message : 'The process failed.');
    logger.flush();
    process.exitCode = 1;
    // Resources opened before the fault must not keep the process alive.
    setTimeout(() => process.exit(1), LINGER_MILLISECONDS).unref();
  }
};
