import { createInterface } from 'node:readline';

import { createDatabase } from '@platform/database';
import { runTask, settings, SetupError } from '@platform/runtime';

import { createLoading } from './loading/create-loading.ts';
import { createWebsitesStore } from './websites/websites-store.ts';

interface LoadConfig {
  DATABASE_URL: string;
  LOG_LEVEL: string;
}

const { DATABASE_URL, LOG_LEVEL } = settings;
const [organisation] = process.argv.slice(2);

/**
 * `node src/load.ts ORGANISATION < events.ndjson`: loads past events, in chronological order, into
 * the organisation's websites. Prints the number of events by outcome as JSON.
 */
await runTask<LoadConfig>(
  { name: 'analytics-load', variables: { DATABASE_URL, LOG_LEVEL }, environment: process.env },
  async ({ config, logger }) => {
    if (organisation === undefined) throw new SetupError('Name the organisation that has the websites.');
    const database = createDatabase({
      url: config.DATABASE_URL,
      schema: 'analytics',
      poolSize: 4,
      applicationName: 'analytics-load',
    });
    const websites = createWebsitesStore(database);
    const loading = createLoading({
      database,
      databaseUrl: config.DATABASE_URL,
      logger,
      findWebsite: (siteKey) => websites.findBySiteKey(siteKey),
    });
    try {
      const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
      process.stdout.write(`${JSON.stringify(await loading.load(organisation, lines))}\n`);
    } finally {
      await loading.close();
      await database.destroy();
    }
  },
);
