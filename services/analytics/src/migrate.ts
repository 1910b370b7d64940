import { createDatabase, migrate } from '@platform/database';
import { createLogger, loadConfig } from '@platform/runtime';

import { configVariables } from './config.ts';
import type { Config } from './config.ts';

type MigrateConfig = Pick<Config, 'DATABASE_URL' | 'LOG_LEVEL'>;

// Brings the service's schema up to date, and ends.
const { DATABASE_URL, LOG_LEVEL } = configVariables;
const config = loadConfig<MigrateConfig>({ DATABASE_URL, LOG_LEVEL }, process.env);
const logger = createLogger({ name: 'analytics-migrate', level: config.LOG_LEVEL });
const database = createDatabase({ url: config.DATABASE_URL, schema: 'analytics' });
try {
  const names = await migrate({
    database,
    schema: 'analytics',
    directory: new URL('../migrations/', import.meta.url),
  });
  logger.info({ migrations: names }, 'the schema is up to date');
} catch (error) {
  logger.fatal({ err: error }, 'the schema could not be brought up to date');
  process.exitCode = 1;
} finally {
  await database.destroy();
}
