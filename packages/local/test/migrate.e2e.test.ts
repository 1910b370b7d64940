import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createTestDatabase, eventually, freePort, startPostgres } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { moduleOf, SERVICE_NAMES } from '../src/services.ts';
import type { ServiceName } from '../src/services.ts';

import { runToEnd } from './run-to-end.ts';
import type { Ended } from './run-to-end.ts';

const migrate = (service: ServiceName, environment: Record<string, string>): Promise<Ended> =>
  runToEnd(moduleOf(service, 'src/migrate.ts'), environment);

describe.each(SERVICE_NAMES)('migrate.ts of %s', (service) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ schema: service, migrations: moduleOf(service, 'migrations/') });
  });
  afterAll(() => database.drop());

  it('says that the schema is up to date, at the configured log level', async () => {
    const loud = await migrate(service, { DATABASE_URL: database.url });
    expect(loud).toMatchObject({ code: 0, errors: '' });
    expect(loud.lines).toMatchObject([{ level: 30, name: `${service}-migrate`, migrations: [] }]);
    const quiet = await migrate(service, { DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
    expect(quiet).toEqual({ code: 0, lines: [], errors: '' });
  });

  it('leaves one fatal line and exit code 1 when the schema is from a later version', async () => {
    await database.database('migrations').insert({ name: '9999_of_tomorrow', batch: 9999 });
    const { code, lines, errors } = await migrate(service, { DATABASE_URL: database.url });
    expect({ code, errors }).toEqual({ code: 1, errors: '' });
    expect(lines).toMatchObject([{ level: 60, name: `${service}-migrate` }]);
    expect(JSON.stringify(lines)).toContain('9999_of_tomorrow');
  });

  it('leaves one fatal line that says what to do, and the schema as it is, when it is from before the first release', async () => {
    const before = { name: '20261122_1_first', batch: 1 };
    await database.database('migrations').delete();
    await database.database('migrations').insert(before);
    const { code, lines, errors } = await migrate(service, { DATABASE_URL: database.url });
    expect({ code, errors }).toEqual({ code: 1, errors: '' });
    expect(lines).toMatchObject([{ level: 60, name: `${service}-migrate` }]);
    expect(lines[0]?.['msg']).toContain(
      'Start with an empty database (another DATA_DIR, or another DATABASE_URL)',
    );
    expect(await database.database('migrations').select('name', 'batch')).toEqual([before]);
  });

  it('leaves one fatal line and exit code 1 when no database is configured', async () => {
    const { code, lines, errors } = await migrate(service, { DATABASE_URL: '', LOG_LEVEL: '' });
    expect({ code, errors }).toEqual({ code: 1, errors: '' });
    expect(lines).toMatchObject([{ level: 60, name: `${service}-migrate` }]);
    expect(lines[0]?.['msg']).toContain('DATABASE_URL is required');
  });
});

/** What PostgreSQL says while it reads its log. */
const startingUp = (): Buffer => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0');
  const head = Buffer.from('E....');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
};

describe('migrate-all.ts', () => {
  it('waits for a server that is not there yet, and while it is starting', async () => {
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    const [postgres, port] = [await startPostgres(), await freePort()];
    const folder = await mkdtemp(join(tmpdir(), 'migrate-all-'));
    const server = new URL(postgres.url);
    const at = (username: string): string =>
      Object.assign(new URL(postgres.url), { host: `127.0.0.1:${port}`, username, password: 'x' }).href;
    for (const name of SERVICE_NAMES) await writeFile(join(folder, `${name}-database-url`), at(name));
    const DATABASE_URL_FILE = join(folder, 'database-url');
    const administrator = Object.assign(new URL(postgres.url), { host: `127.0.0.1:${port}` });
    await writeFile(DATABASE_URL_FILE, administrator.href);

    let refused = 0;
    const proxy = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      if (refused < 2) {
        refused += 1;
        socket.once('data', () => socket.end(startingUp()));
        return;
      }
      const inside = connect(Number(server.port), server.hostname);
      inside.on('error', () => undefined);
      socket.pipe(inside).pipe(socket);
    });
    const child = spawn(process.execPath, ['packages/database/src/migrate-all.ts'], {
      cwd: root,
      env: { PATH: process.env['PATH'], DATABASE_URL_FILE },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let log = '';
      child.stdout.on('data', (data: Buffer) => {
        log += data.toString();
      });
      const ended = once(child, 'close');
      await eventually(() => {
        expect(log).toContain('waiting for PostgreSQL');
      });
      proxy.listen(port, '127.0.0.1');
      expect(await ended).toEqual([0, null]);
      expect(refused).toBe(2);
      expect(log.match(/the schema is up to date/g)).toHaveLength(SERVICE_NAMES.length);
    } finally {
      child.kill('SIGKILL');
      proxy.close();
      await postgres.stop();
      await rm(folder, { recursive: true });
    }
  });
});
