import { startPostgres } from './postgres.ts';

/** Jest's global set-up: one PostgreSQL, on a free port and in its own folder, for the whole run. */
export default async function globalSetup(): Promise<void> {
  const postgres = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  Object.assign(globalThis, { [Symbol.for('platform.test.postgres')]: postgres });
}
