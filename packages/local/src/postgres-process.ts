import { once } from 'node:events';

import { startPostgresServer } from '@platform/postgres-server';

/**
 * Runs PostgreSQL for as long as the process that forked this one is there. It stands between the
 * two so that the database is stopped in an orderly way even when the platform was killed. The
 * password comes as a message.
 */
const [directory = '', port = ''] = process.argv.slice(2);
const [{ password }] = (await once(process, 'message')) as [{ password: string }];
const started = startPostgresServer({
  directory,
  port: Number(port),
  password,
  settings: ['max_connections=200', 'shared_buffers=256MB'],
});
const server = await started.catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.send?.({ error: message }, () => process.exit(1));
  return new Promise<never>(() => undefined);
});

const end = (): void => {
  void server.stop().then(() => process.exit(0));
};
process.once('disconnect', end);
process.once('SIGTERM', end);
// Without its database the platform can't go on: this process ends, and the platform says so and
// stops.
void server.ended.then(() => process.exit(1));
process.send?.({ url: server.url });
