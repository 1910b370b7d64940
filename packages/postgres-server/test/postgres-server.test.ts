import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePorts } from '@platform/runtime';
import pg from 'pg';

import { startPostgresServer } from '../src/index.ts';

const freePort = async (): Promise<number> => (await freePorts(1))[0] ?? 0;

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
};

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-server-'));
  await chmod(directory, 0o711);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const start = async (folder = directory) =>
  startPostgresServer({ directory: join(folder, 'data'), port: await freePort(), password: "p'@:/?w" });

describe('the PostgreSQL server', () => {
  it('keeps its data after a stop and after a kill', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    await first.stop();
    const second = await start();
    await query(second.url, 'INSERT INTO kept VALUES (2)');
    await second.kill();
    const third = await start();
    expect(await query(third.url, 'SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
    await third.stop();
  });

  it('replaces a server that lost its parent, on the same data', async () => {
    const orphan = await start();
    await query(orphan.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    const next = await start();
    await expect(query(orphan.url, 'SELECT 1')).rejects.toThrow();
    expect(await query(next.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    await next.stop();
  });

  it('does not mistake another process with a dead server’s id for that server', async () => {
    const first = await start();
    await first.kill();
    const other = spawn('sleep', ['30']);
    const lock = join(directory, 'data', 'postmaster.pid');
    const lines = (await readFile(lock, 'utf8')).split('\n');
    await writeFile(lock, [String(other.pid), ...lines.slice(1)].join('\n'));
    const second = await start();
    expect(other.exitCode).toBeNull();
    other.kill();
    await second.stop();
  });

  (process.getuid?.() === 0 ? it : it.skip)(
    'runs for root in a folder that its own user cannot enter',
    async () => {
      await chmod(directory, 0o700);
      const first = await start();
      expect(await query(first.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
      await first.stop();
      const second = await start();
      expect(await query(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
      await second.stop();
      await rm(await realpath(join(directory, 'data')), { recursive: true });
    },
  );

  it('repeats PostgreSQL’s output if it does not start', async () => {
    const server = startPostgresServer({
      directory: join(directory, 'data'),
      port: await freePort(),
      password: 'x',
      settings: ['nonsense=1'],
    });
    await expect(server).rejects.toThrow(/nonsense/);
  });
});
