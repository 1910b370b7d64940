import { runTask, settings } from '@platform/runtime';

import { createDatabase } from './create-database.ts';
import { migrate } from './migrate.ts';

interface MigrateConfig {
  DATABASE_URL: string;
  LOG_LEVEL: string;
}

/** The lock and the migrations need one each. */
const CONNECTIONS = 2;

/**
 * The process that brings a service's schema up to date and ends. A fault is logged in one fatal line; the exit code
 * is then 1, so that nothing is started on a schema of another version.
 * @param options.schema name of the service, its role and its schema
 * @param options.directory its migrations
 * @param options.queues brings the tables of its queues up to date, where it has some
 */
export const migrateService = (options: {
  schema: string;
  directory: URL;
  environment: Readonly<Record<string, string | undefined>>;
  queues?: (databaseUrl: string) => Promise<void>;
}): Promise<void> => {
  const { schema, directory, environment, queues } = options;
  const name = `${schema}-migrate`;
  const { DATABASE_URL, LOG_LEVEL } = settings;
  return runTask<MigrateConfig>(
    { name, variables: { DATABASE_URL, LOG_LEVEL }, environment },
    async ({ config, logger }) => {
      const database = createDatabase({
        url: config.DATABASE_URL,
        schema,
        poolSize: CONNECTIONS,
        applicationName: name,
      });
      try {
        const migrations = await migrate({ database, schema, directory });
        await queues?.(config.DATABASE_URL);
        logger.info({ migrations }, 'the schema is up to date');
      } finally {
        await database.destroy();
      }
    },
  );
};
