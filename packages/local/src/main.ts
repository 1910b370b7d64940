import { realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { giveBackMemory, loadConfig, takeHeldPort } from '@platform/runtime';

import { banner, createSignInLink } from './banner.ts';
import { localVariables } from './config.ts';
import type { LocalConfig } from './config.ts';
import { startPlatform } from './start-platform.ts';
import { ownAddress } from './supervise.ts';

/** `npm start`: the whole platform on this machine, with nothing installed but Node.js. */
const main = async (): Promise<void> => {
  const config = loadConfig<LocalConfig>(localVariables, process.env);
  const interrupted = Promise.withResolvers<undefined>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      interrupted.resolve(undefined);
    });
  // `start.js` has gone, and nobody is left who could stop the platform.
  process.once('disconnect', () => {
    interrupted.resolve(undefined);
  });
  await takeHeldPort(process.env['PORT_IS_HELD'] === '1');

  const { PORT: _port, DATABASE_URL: _url, PORT_IS_HELD: _held, ...passedOn } = process.env;
  const platform = await startPlatform({
    port: config.PORT,
    dataDirectory: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    env: { ...passedOn, LOG_LEVEL: config.LOG_LEVEL },
  });
  const { url, key, ports } = platform;
  process.stdout.write(
    banner({
      url,
      key,
      signInLink: await createSignInLink(ownAddress(ports['gateway'] ?? config.PORT, passedOn['HOST']), key),
      dataDirectory: await realpath(config.DATA_DIR),
      database: await realpath(join(config.DATA_DIR, 'postgres')).catch(() => undefined),
      seconds: performance.now() / 1000,
    }),
  );
  giveBackMemory();
  await interrupted.promise;
  process.stdout.write('\n  Stopping …\n');
  await platform.stop();
  process.exit(0);
};

main().catch((error: unknown) => {
  process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
});
