import { loadConfig } from '@platform/runtime';

import { banner } from './banner.ts';
import { localVariables } from './config.ts';
import type { LocalConfig } from './config.ts';
import { startPlatform } from './start-platform.ts';

/** `npm start`: the whole platform on this machine, with nothing installed but Node.js. */
const main = async (): Promise<void> => {
  const config = loadConfig<LocalConfig>(localVariables, process.env);
  const interrupted = Promise.withResolvers<undefined>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      interrupted.resolve(undefined);
    });

  const { PORT: _port, DATABASE_URL: _url, ...passedOn } = process.env;
  const platform = await startPlatform({
    port: config.PORT,
    dataDirectory: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    env: { ...passedOn, LOG_LEVEL: config.LOG_LEVEL },
  });
  const { url, key } = platform;
  process.stdout.write(
    banner({ url, key, dataDirectory: config.DATA_DIR, seconds: performance.now() / 1000 }),
  );
  const failed = await Promise.race([interrupted.promise, platform.failed]);
  process.stdout.write(
    failed === undefined ? '\n  Stopping …\n' : `\n  ${failed} ended; stopping the rest.\n`,
  );
  await platform.stop();
  process.exit(failed === undefined ? 0 : 1);
};

main().catch((error: unknown) => {
  process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
});
