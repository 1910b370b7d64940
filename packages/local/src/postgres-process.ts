import { once } from 'node:events';

import { startPostgresServer } from '@platform/postgres-server';
import { giveBackMemory } from '@platform/runtime/memory';

/**
 * Runs PostgreSQL for as long as the process that forked this one is there. It stands between the
 * two so that the database is stopped in an orderly way even when the platform was killed. The
 * password comes as a message.
 */
const [directory = '', port = '', ...settings] = process.argv.slice(2);
const given = new AbortController();
const start = async () => {
  const [{ password }] = (await once(process, 'message')) as [{ password: string }];
  return startPostgresServer({
    directory,
    port: Number(port),
    password,
    settings: ['max_connections=200', 'shared_buffers=256MB', ...settings],
    signal: given.signal,
  });
};
const started = start();

const end = (): void => {
  given.abort();
  void started.then((server) => server.stop()).finally(() => process.exit(0));
};
// Both may come while PostgreSQL is still starting.
process.once('disconnect', end);
process.on('SIGTERM', end);

const server = await started.catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.send?.({ error: message }, () => process.exit(1));
  return new Promise<never>(() => undefined);
});
// Without its database the platform can't go on: this process ends, and the platform says so and
// stops.
void server.ended.then(() => process.exit(1));
// When nobody is there any more to read it, PostgreSQL is being stopped.
process.send?.({ url: server.url }, () => undefined);
giveBackMemory();
