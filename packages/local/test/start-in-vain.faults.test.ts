import { once } from 'node:events';
import { chmod, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPostgresServer } from '@platform/postgres-server';
import { eventually, freePort } from '@platform/testing';

import { canUnshare, ROOT, spawnStart, startInVain } from './run-start-script.ts';
import type { Surroundings } from './run-start-script.ts';

let directory: string;
let data: string;
beforeAll(async () => {
  directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-in-vain-'));
  await chmod(directory, 0o711);
});
afterAll(() => rm(directory, { recursive: true, force: true }));
beforeEach(async () => {
  data = await mkdtemp(join(directory, 'data-'));
  await chmod(data, 0o711);
});

/** Returns what a start prints: one line, and no stack. */
const lineOf = async (more: Partial<Surroundings> = {}): Promise<string> => {
  const env = { PORT: String(await freePort()), DATA_DIR: data, ...more.env };
  const { code, lines } = await startInVain({ ...more, env });
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.any(String)] });
  return lines.join('').trim();
};

/** A database as a platform leaves it. */
const makeDatabase = async (): Promise<string> => {
  const postgres = join(data, 'postgres');
  const server = await startPostgresServer({ directory: postgres, port: await freePort(), password: 'x' });
  await server.stop();
  return realpath(postgres);
};

it('names the way out when the data is of another PostgreSQL', async () => {
  await writeFile(join(await makeDatabase(), 'PG_VERSION'), '17\n');
  expect(await lineOf()).toMatch(/^The data in .* is from another PostgreSQL version\. .*npm run restore/);
});

it('names the way out when the write-ahead log is broken', async () => {
  const log = join(await makeDatabase(), 'pg_wal');
  const segments = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name));
  expect(segments).not.toEqual([]);
  for (const name of segments) await rm(join(log, name));
  expect(await lineOf()).toMatch(/^The write-ahead log in .* is broken\. .*npm run restore/);
});

it('names the port that another start holds, even before that one is up', async () => {
  const port = String(await freePort());
  const other = await mkdtemp(join(directory, 'data-'));
  await chmod(other, 0o711);
  const first = spawnStart({ env: { PORT: port, DATA_DIR: other } });
  const ended = once(first, 'close');
  let printed = '';
  first.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  try {
    // It makes its data folder after it has taken the port, and is up many seconds later.
    await eventually(async () => {
      expect(await readdir(other)).not.toEqual([]);
    }, 120_000);
    const taken = new RegExp(`^Port ${port} is in use by another process\\. Choose another one: PORT=`);
    expect(await lineOf({ env: { PORT: port } })).toMatch(taken);
    await eventually(() => {
      expect(printed).toContain(`http://localhost:${port}`);
    }, 180_000);
    expect(await lineOf({ env: { PORT: port } })).toMatch(taken);
  } finally {
    first.kill('SIGTERM');
    await ended;
  }
}, 400_000);

it('names another folder where the system takes none', async () => {
  expect(await lineOf({ env: { DATA_DIR: '/proc/nothing' } })).toMatch(
    /^The data folder \/proc\/nothing could not be made; .*DATA_DIR=/,
  );
});

it('says what is wrong with somebody else’s database', async () => {
  const server = await startPostgresServer({
    directory: join(data, 'postgres'),
    port: await freePort(),
    password: 'x',
  });
  const started = (change: Partial<URL>): Promise<string> =>
    lineOf({ env: { DATABASE_URL: Object.assign(new URL(server.url), change).href } });
  try {
    expect(await started({ password: 'wrong' })).toMatch(
      /^DATABASE_URL: the password of the role .* is wrong/,
    );
    expect(await started({ pathname: '/nowhere' })).toMatch(/^DATABASE_URL: there is no database nowhere; /);
    expect(await started({ port: '1' })).toMatch(/^DATABASE_URL: nothing listens at /);
    expect(await started({ hostname: 'no-such-host.invalid' })).toMatch(
      /^DATABASE_URL: the host no-such-host/,
    );
  } finally {
    await server.stop();
  }
});

it('names another folder when the data folder is a file', async () => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  expect(await lineOf({ env: { DATA_DIR: file } })).toMatch(
    /^The data folder .* is a file, not a folder\. .*DATA_DIR=/,
  );
  expect(await lineOf({ env: { DATA_DIR: join(file, 'below') } })).toMatch(/is below a file.*DATA_DIR=/);
});

(canUnshare() ? describe : describe.skip)('in a world of its own', () => {
  const loopback = 'ip link set lo up';

  // Before the database is made; while it is; while the first tables are.
  it.each(['4k', '20m', '41m'])('names a full disk of %s', async (size) => {
    const unshared = [loopback, `mount -t tmpfs -o size=${size},mode=711 tmpfs '${data}'`];
    expect(await lineOf({ unshared })).toMatch(/disk.* is full\..*start again|disk that is full/);
  });

  it('names another data folder in a checkout that nobody can write to', async () => {
    const checkout = ROOT.replace(/\/$/, '');
    const unshared = [
      loopback,
      `mount --bind '${checkout}' '${checkout}'`,
      `mount -o remount,bind,ro '${checkout}'`,
    ];
    expect(await lineOf({ unshared, env: { DATA_DIR: `${checkout}/.data-read-only` } })).toMatch(
      /^The data folder .* read-only.*DATA_DIR=/,
    );
  });
});
