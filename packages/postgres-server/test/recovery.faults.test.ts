import { chmod, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePorts } from '@platform/runtime';
import pg from 'pg';

import { copyData, putFile, startPostgresServer, startReplica } from '../src/index.ts';
import type { PostgresServer } from '../src/index.ts';

let directory: string;
const servers: PostgresServer[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-recovery-'));
  await chmod(directory, 0o711);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
  await rm(directory, { recursive: true, force: true });
});

const freePort = async (): Promise<number> => (await freePorts(1))[0] ?? 0;

/** Asks until the first row of the answer is `done`; the suite's time limit ends it otherwise. */
const waitUntilDone = async (url: string, sql: string): Promise<void> => {
  while ((await query(url, sql))[0]?.['done'] !== true)
    await new Promise((resolve) => setTimeout(resolve, 50));
};

const start = async (name: string, settings: readonly string[] = []): Promise<PostgresServer> => {
  const folder = join(directory, name);
  const server = await startPostgresServer({
    directory: folder,
    port: await freePort(),
    password: 'x',
    settings,
  });
  servers.push(server);
  return server;
};

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

it('promotes a replica that has everything the lost server had acknowledged', async () => {
  const primary = await start('primary');
  await query(primary.url, 'CREATE TABLE kept (n int)');
  const replica = await startReplica({
    primary: { url: primary.url, directory: join(directory, 'primary'), password: 'x' },
    directory: join(directory, 'replica'),
    port: await freePort(),
  });
  servers.push(replica);
  await query(primary.url, 'INSERT INTO kept SELECT generate_series(1, 1000)');
  await primary.kill();
  await replica.promote();
  await query(replica.url, 'INSERT INTO kept VALUES (1001)');
  expect(await query(replica.url, 'SELECT count(*)::int FROM kept')).toEqual([{ count: 1001 }]);
});

const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url);

/** The settings of "Point-in-time recovery" in docs/operations.md, with a folder for `/wal`. */
const settingsOfPage = async (archive: string): Promise<{ archiving: string[]; recovering: string[] }> => {
  const [, section = ''] = (await readFile(OPERATIONS, 'utf8')).split('### Point-in-time recovery');
  const [own = ''] = section.split(/^## /m);
  const plain = (setting: string): string =>
    setting.replace(/^(\w+) = '?(.*?)'?$/, '$1=$2').replaceAll('/wal/', `${archive}/`);
  const [, block = ''] = /```\n([\s\S]*?)```/.exec(own) ?? [];
  const recovering = [...own.matchAll(/`((?:restore|recovery)_\w+ = '[^`]*')`/g)];
  return {
    archiving: block.trim().split('\n').map(plain),
    recovering: recovering.map(([, setting = '']) => plain(setting)),
  };
};

// The steps of the page.
it('goes back to a moment with a base backup and the archived log', async () => {
  const archive = join(directory, 'wal');
  await mkdir(archive, { mode: 0o777 });
  await chmod(archive, 0o777);
  const { archiving, recovering } = await settingsOfPage(archive);
  expect([archiving.length, recovering.length]).toEqual([4, 3]);
  const primary = await start('primary', archiving);
  await query(primary.url, 'CREATE TABLE kept (n int)');
  await copyData({ url: primary.url, from: join(directory, 'primary'), to: join(directory, 'base') });
  await query(primary.url, 'INSERT INTO kept VALUES (1)');
  const [moment] = await query(primary.url, 'SELECT clock_timestamp()::text AS now');
  await query(primary.url, 'DELETE FROM kept');
  const [last] = await query(primary.url, 'SELECT pg_walfile_name(pg_switch_wal()) AS name');
  await waitUntilDone(
    primary.url,
    `SELECT last_archived_wal >= '${String(last?.['name'])}' AS done FROM pg_stat_archiver`,
  );
  await primary.stop();

  await putFile(join(directory, 'base'), 'recovery.signal', '');
  const target = `recovery_target_time=${String(moment?.['now'])}`;
  const back = await start(
    'base',
    recovering.map((setting) => (setting.startsWith('recovery_target_time=') ? target : setting)),
  );
  await waitUntilDone(back.url, 'SELECT NOT pg_is_in_recovery() AS done');
  expect(await query(back.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
});
