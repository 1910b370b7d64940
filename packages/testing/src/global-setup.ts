import { startPostgres } from './postgres.ts';

/**
 * Jest's global set-up: one PostgreSQL, on a free port and in its own folder, for the whole run.
 */
const globalSetup = async (): Promise<void> => {
  const postgres = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  Object.assign(globalThis, { [Symbol.for('platform.test.postgres')]: postgres });
};

export default globalSetup;
