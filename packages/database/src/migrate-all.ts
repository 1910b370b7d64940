import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { runTask, settings, SetupError } from '@platform/runtime';
import type { Logger } from '@platform/runtime';

import { provision } from './provision.ts';
import { explainConnection, waitForPostgres } from './reach-postgres.ts';

interface MigrateAllConfig {
  /** An administrator's. */
  DATABASE_URL: string;
  LOG_LEVEL: string;
}

/** Folders of services, from where the process is started. */
const SERVICES = ['gateway', 'services/*'];

const ends = async (file: string, environment: NodeJS.ProcessEnv): Promise<void> => {
  const child = spawn(process.execPath, [file, ...process.argv.slice(2)], {
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new SetupError(`${file} ended with ${String(code)}; its lines say why.`);
};

/**
 * Makes the role and the schema of each service below the working directory, and runs their migrations side by side,
 * with the arguments of this process. Beside the administrator’s connection (`DATABASE_URL_FILE`), its folder has
 * `<name>-database-url` for each service.
 */
const migrateAll = async (config: MigrateAllConfig, logger: Logger): Promise<void> => {
  const folder = dirname(process.env['DATABASE_URL_FILE'] ?? '');
  const services = globSync(SERVICES.map((path) => `${path}/src/migrate.ts`)).map((file) => {
    const name = basename(dirname(dirname(file)));
    const path = join(folder, `${name}-database-url`);
    const { password } = new URL(readFileSync(path, 'utf8'));
    return { file, path, role: { name, password: decodeURIComponent(password) } };
  });
  if (services.length === 0) throw new SetupError('There are no services below the working directory.');
  try {
    await waitForPostgres(config.DATABASE_URL, logger);
    await provision(
      config.DATABASE_URL,
      services.map(({ role }) => role),
    );
  } catch (error) {
    throw explainConnection(error, config.DATABASE_URL);
  }
  const { DATABASE_URL, ...environment } = process.env;
  const migrated = services.map(({ file, path }) => ends(file, { ...environment, DATABASE_URL_FILE: path }));
  const faults = (await Promise.allSettled(migrated)).filter(({ status }) => status === 'rejected');
  if (faults[0]?.status === 'rejected') throw faults[0].reason;
};

await runTask<MigrateAllConfig>(
  {
    name: 'migrate',
    variables: { DATABASE_URL: settings.DATABASE_URL, LOG_LEVEL: settings.LOG_LEVEL },
    environment: process.env,
  },
  ({ config, logger }) => migrateAll(config, logger),
);
