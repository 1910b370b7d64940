import { createDatabase, loadSecret } from '@platform/database';
import { createHealth } from '@platform/http';
import { createIdentityVerifier } from '@platform/identity';
import { createLogger, createMetrics, listen, loadConfig, runProcess } from '@platform/runtime';

import { createApp } from './app.ts';
import { configVariables } from './config.ts';
import type { Config } from './config.ts';

const config = loadConfig<Config>(configVariables, process.env);
const logger = createLogger({ name: 'palette', level: config.LOG_LEVEL });

await runProcess(logger, async () => {
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'palette',
    poolSize: config.DATABASE_POOL,
  });
  const health = createHealth({ database: async () => void (await database.raw('SELECT 1')) });
  const app = createApp({
    database,
    identity: await createIdentityVerifier({ publicKey: config.IDENTITY_PUBLIC_KEY, audience: 'palette' }),
    logger,
    metrics: createMetrics({ service: 'palette' }),
    secret: await loadSecret(database, 'links'),
    publicUrl: config.PUBLIC_URL,
    trustProxy: config.TRUST_PROXY,
    health,
  });
  const server = await listen(app, { port: config.PORT, host: config.HOST });
  logger.info({ port: server.port }, 'palette is listening');
  return {
    closing: [
      [
        'health',
        () => {
          health.drain();
          return Promise.resolve();
        },
      ],
      ['server', () => server.close()],
      ['database', () => database.destroy()],
    ],
  };
});
