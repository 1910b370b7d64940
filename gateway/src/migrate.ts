import { createDatabase, migrate } from '@platform/database';
import { createLogger, loadConfig, settings } from '@platform/runtime';

/** Brings the gateway's schema up to date: `node gateway/src/migrate.ts`, with DATABASE_URL. */
const config = loadConfig<{ DATABASE_URL: string }>({ DATABASE_URL: settings.DATABASE_URL }, process.env);
const logger = createLogger({ name: 'gateway-migrate' });
const database = createDatabase({ url: config.DATABASE_URL, schema: 'gateway', poolSize: 2 });
try {
  const names = await migrate({
    database,
    schema: 'gateway',
    directory: new URL('../migrations/', import.meta.url),
  });
  logger.info({ migrations: names }, names.length > 0 ? 'migrated' : 'the schema is up to date');
} finally {
  await database.destroy();
}
