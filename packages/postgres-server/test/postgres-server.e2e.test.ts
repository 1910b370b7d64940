import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePorts } from '@platform/runtime';
import pg from 'pg';

import { putFile, startPostgresServer } from '../src/index.ts';

const freePort = async (): Promise<number> => (await freePorts(1))[0] ?? 0;

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
};

/** Asks until the answer is there; the suite's time limit ends it otherwise. */
const waitFor = async (isThere: () => Promise<boolean>): Promise<void> => {
  while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 50));
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

  it('does not start beside what a killed server left at work on the data', async () => {
    const killed = await start();
    const client = new pg.Client({ connectionString: killed.url });
    client.on('error', () => undefined);
    await client.connect();
    const [{ pid }] = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows as [
      { pid: number },
    ];
    // It never looks whether its server is still there.
    client.query('DO $$ BEGIN LOOP END LOOP; END $$').catch(() => undefined);
    const isActive = `SELECT 1 FROM pg_stat_activity WHERE pid = ${pid} AND state = 'active'`;
    await waitFor(async () => (await query(killed.url, isActive)).length === 1);
    await killed.kill();

    const happened: string[] = [];
    const next = start().then((server) => {
      happened.push('started');
      return server;
    });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    happened.push('ended');
    process.kill(pid, 'SIGKILL');
    await (await next).stop();
    expect(happened).toEqual(['ended', 'started']);
  });

  it('replaces an orphan that is frozen', async () => {
    const orphan = await start();
    await query(orphan.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    process.kill(orphan.pid, 'SIGSTOP');
    const next = await start();
    expect(await query(next.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    await next.stop();
  });

  it('can be given up while it is starting', async () => {
    const first = await start();
    await first.stop();
    // Waits for a log that never comes.
    const data = await realpath(join(directory, 'data'));
    await putFile(data, 'recovery.signal', '');
    const given = new AbortController();
    const waiting = startPostgresServer({
      directory: join(directory, 'data'),
      port: await freePort(),
      password: 'x',
      settings: ['restore_command=touch asked; sleep 600'],
      signal: given.signal,
    });
    await waitFor(() =>
      readFile(join(data, 'asked')).then(
        () => true,
        () => false,
      ),
    );
    given.abort();
    await expect(waiting).rejects.toThrow('PostgreSQL did not start');
    await rm(join(data, 'recovery.signal'));
    await (await start()).stop();
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
