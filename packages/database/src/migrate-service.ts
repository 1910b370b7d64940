import { runTask, settings } from '@platform/runtime';

import { createDatabase } from './create-database.ts';
import { explainConnection } from './explain-connection.ts';
import type { Database } from './create-database.ts';
import { migrate } from './migrate.ts';
import { waitForPostgres } from './wait-for-postgres.ts';

interface MigrateConfig {
  DATABASE_URL: string;
  LOG_LEVEL: string;
}

/** One for the lock, and one for the migrations. */
const CONNECTIONS = 2;

/**
 * The process that brings a service's schema up to date and ends. It waits a minute at most for a server that
 * isn't there yet. If it fails, one fatal line says so and the exit code is 1, so that nothing starts on a schema of
 * another version.
 * @param options.schema name of the service, its role and its schema
 * @param options.directory its migrations
 * @param options.queues brings the tables of its queues up to date, if it has queues
 * @param options.afterwards what else the service does to its schema; what it returns is logged
 */
export const migrateService = (options: {
  schema: string;
  directory: URL;
  environment: Readonly<Record<string, string | undefined>>;
  queues?: (databaseUrl: string) => Promise<void>;
  afterwards?: (database: Database) => Promise<Readonly<Record<string, unknown>>>;
}): Promise<void> => {
  const { schema, directory, environment, queues, afterwards } = options;
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
        await waitForPostgres(config.DATABASE_URL, logger);
        const migrations = await migrate({ database, schema, directory });
        await queues?.(config.DATABASE_URL);
        const more = await afterwards?.(database);
        logger.info({ migrations, ...more }, 'the schema is up to date');
      } catch (error) {
        throw explainConnection(error, config.DATABASE_URL);
      } finally {
        await database.destroy();
      }
    },
  );
};
