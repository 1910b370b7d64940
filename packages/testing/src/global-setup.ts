import { fileURLToPath } from 'node:url';

import { startPostgres } from './postgres.ts';
import { lendPlatform } from './shared-platform.ts';

/** Where Node.js keeps compiled modules, for the many processes that the suites start. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/node-compile', import.meta.url));

/**
 * Jest's global set-up: one PostgreSQL, on a free port and in its own folder, for the whole run, and
 * one platform for the suites that ask for it.
 */
const globalSetup = async (): Promise<void> => {
  // Stripping types and compiling is a third of what it takes to start a service.
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
  // Another version of PostgreSQL, by whoever names its administrator's address.
  const postgres = process.env['TEST_POSTGRES_URL'] ? undefined : await startPostgres();
  process.env['TEST_POSTGRES_URL'] ||= postgres?.url;
  const servers = [await lendPlatform(), postgres].filter((server) => server !== undefined);
  Object.assign(globalThis, { [Symbol.for('platform.test.servers')]: servers });
};

export default globalSetup;
