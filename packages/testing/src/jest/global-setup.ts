import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

import { startPostgres } from '../postgres.ts';
import { lendPlatform } from '../shared-platform.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

/** Where Node.js keeps compiled modules, for the many processes that the suites start. */
const COMPILED = fileURLToPath(new URL('../../../../node_modules/.cache/node-compile', import.meta.url));

/**
 * Jest's global set-up: a temporary folder and one PostgreSQL on a free port for the whole run, and
 * one platform for the suites that ask for it.
 */
const globalSetup = async (): Promise<void> => {
  // Stripping types and compiling is a third of what it takes to start a service.
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
  const folder = await useTemporaryFolder();
  // Another version of PostgreSQL, by whoever names its administrator's address.
  const postgres = process.env['TEST_POSTGRES_URL'] ? undefined : await startPostgres();
  process.env['TEST_POSTGRES_URL'] ||= postgres?.url;
  const platform = await lendPlatform();
  const tearDown = async (): Promise<void> => {
    await platform.stop();
    await postgres?.stop();
    await folder.remove();
  };
  // Jest itself ends at once, and would leave PostgreSQL and the folder behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      process.exitCode = 128 + constants.signals[signal];
      void tearDown()
        // Resources of the interrupted suites are removed all the same.
        .catch(() => undefined)
        .then(() => process.exit());
    });
  Object.assign(globalThis, { [Symbol.for('platform.test.tear-down')]: tearDown });
};

export default globalSetup;
