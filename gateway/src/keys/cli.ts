import { createDatabase } from '@platform/database';
import { loadConfig, settings } from '@platform/runtime';

import { createKeyCommands } from './key-commands.ts';
import { createKeysService } from './keys-service.ts';
import { createKeysStore } from './keys-store.ts';
import { createOrganisationsStore } from './organisations-store.ts';

/**
 * Operators' command line for API keys: `node gateway/src/keys/cli.ts create|list|revoke`. Needs
 * DATABASE_URL.
 */
const main = async (): Promise<void> => {
  const config = loadConfig<{ DATABASE_URL: string }>({ DATABASE_URL: settings.DATABASE_URL }, process.env);
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'gateway',
    poolSize: 2,
    applicationName: 'keys',
  });
  try {
    const store = createKeysStore(database);
    const run = createKeyCommands({
      store,
      organisations: createOrganisationsStore(database),
      // Limits bound the keys that keys create, not those that operators create.
      service: createKeysService({ store, defaultRateLimit: 0 }),
    });
    const { exitCode, output } = await run(process.argv.slice(2));
    (exitCode === 0 ? process.stdout : process.stderr).write(output);
    process.exitCode = exitCode;
  } finally {
    await database.destroy();
  }
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
