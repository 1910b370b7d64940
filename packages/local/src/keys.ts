import { loadConfig } from '@platform/runtime';

import { startChild } from './child.ts';
import { localVariables } from './config.ts';
import type { LocalConfig } from './config.ts';
import { readRunningPlatform } from './data-folder.ts';
import { moduleOf } from './services.ts';

/**
 * `npm run keys -- create|list|revoke`: the gateway's command line, for the platform that `npm
 * start` runs.
 */
const main = async (): Promise<void> => {
  const { DATA_DIR } = loadConfig<LocalConfig>(localVariables, process.env);
  const running = await readRunningPlatform(DATA_DIR);
  if (running === undefined) throw new Error(`No platform runs in ${DATA_DIR}. Start it first: npm start`);
  const cli = startChild({
    name: 'keys',
    module: moduleOf('gateway', 'src/keys/cli.ts'),
    args: process.argv.slice(2),
    env: { ...process.env, DATABASE_URL: running.databaseUrl },
  });
  process.exitCode = (await cli.ended) ?? 1;
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
