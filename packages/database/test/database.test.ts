import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { inspect, promisify } from 'node:util';

import { silentLogger } from '@platform/runtime';
import { createTestDatabase, eventually, withAdmin } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import {
  createDatabase,
  createListener,
  explainConnection,
  inTransaction,
  isUnavailable,
  isUniqueViolation,
  loadSecret,
  migrate,
  provision,
} from '../src/index.ts';
import { waitForPostgres } from '../src/reach-postgres.ts';

const migrations = new URL('./migrations/', import.meta.url);
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ schema: 'things', migrations });
});
afterAll(() => test.drop());

describe('a service database', () => {
  it('is migrated once; migrating again, even from several processes at once, changes nothing', async () => {
    expect(await test.database('things').select()).toEqual([]);
    const again = Array.from({ length: 3 }, () =>
      migrate({ database: test.database, schema: 'things', directory: migrations }),
    );
    expect(await Promise.all(again)).toEqual([[], [], []]);
  });

  it('sends the statements of a transaction one by one, as node-postgres 9 demands', async () => {
    const script = `
      import { createDatabase, inAmbientTransaction } from '${new URL('../src/index.ts', import.meta.url).href}';
      const database = createDatabase({ url: process.env.TEST_URL, schema: 'things' });
      const count = (text) => database.raw('SELECT ?::int AS n, txid_current() AS t', [text]);
      const rows = await inAmbientTransaction(database, async () => {
        const all = await Promise.all([count(1), count(2), count(3), count(4)]);
        return all.map((answer) => answer.rows[0]);
      });
      await database.destroy();
      console.log(JSON.stringify([rows.map(({ n }) => n), new Set(rows.map(({ t }) => t)).size]));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--throw-deprecation', '--input-type=module', '--eval', script],
      { env: { ...process.env, TEST_URL: test.url, NODE_OPTIONS: '' } },
    );
    expect(JSON.parse(stdout)).toEqual([[1, 2, 3, 4], 1]);
  });

  it('doesn’t compile plans, whatever the server does by default', async () => {
    const name = new URL(test.url).pathname.slice(1);
    await test.database.raw('ALTER ROLE CURRENT_USER IN DATABASE ?? SET jit = on', [name]);
    const fresh = createDatabase({ url: test.url, schema: 'things' });
    const { rows } = await fresh.raw<{ rows: unknown[] }>('SHOW jit');
    await fresh.destroy();
    expect(rows).toEqual([{ jit: 'off' }]);
  });

  it('hides another service’s schema from a role', async () => {
    await provision(test.adminUrl, [{ name: 'others', password: "p?w'd" }]);
    const url = new URL(test.url);
    [url.username, url.password] = ['others', encodeURIComponent("p?w'd")];
    const other = createDatabase({ url: url.href, schema: 'others' });
    await expect(other.raw('SELECT * FROM things.things')).rejects.toThrow(
      /permission denied for schema things/,
    );
    await other.destroy();
  });

  it('keeps passwords out of what is said when a role can’t be made', async () => {
    const url = new URL(test.adminUrl);
    const owner = `owner_${Date.now()}`;
    await withAdmin(test.adminUrl, async (client) => {
      await client.query(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'x'`);
      await client.query(`CREATE DATABASE ${owner} OWNER ${owner}`);
    });
    const administrator = url.username;
    Object.assign(url, { username: owner, password: 'x', pathname: `/${owner}` });
    // A user who may make roles still may not change a superuser's.
    const failed = provision(url.href, [{ name: administrator, password: "s3cr?t'" }]);
    const error: unknown = await failed.catch((thrown: unknown) => thrown);
    await withAdmin(test.adminUrl, async (client) => {
      await client.query(`DROP DATABASE ${owner}`);
      await client.query(`DROP ROLE ${owner}`);
    });
    expect(String((error as Error).stack)).toMatch(/permission denied to alter role/);
    expect(inspect(error)).not.toMatch(/s3cr/);
  });

  it('makes no roles for an owner who may not', async () => {
    expect(await provision(test.url, [{ name: 'more', password: 'x' }])).toBe('one role');
  });

  it.each([
    ['postgres://me:secret@127.0.0.1:1/db', /^DATABASE_URL: nothing listens at 127\.0\.0\.1:1; /],
    ['postgres://me:secret@no-such-host.invalid/db', /^DATABASE_URL: the host no-such-host\.invalid /],
  ])('says what is wrong with %s', async (url, line) => {
    const error: unknown = await provision(url, []).catch((thrown: unknown) =>
      explainConnection(thrown, url),
    );
    expect((error as Error).name).toBe('SetupError');
    expect((error as Error).message).toMatch(line);
    expect((error as Error).message).not.toMatch(/secret/);
  });

  it('is not waited for without end', async () => {
    const nowhere = 'postgres://me:secret@127.0.0.1:1/db';
    await expect(waitForPostgres(nowhere, silentLogger(), 0)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const wrong = Object.assign(new URL(test.adminUrl), { password: 'wrong' }).href;
    await expect(waitForPostgres(wrong, silentLogger())).rejects.toMatchObject({ code: '28P01' });
  });

  it('says that a password is wrong, and that a database is missing', async () => {
    const said = async (change: Partial<URL>): Promise<string> => {
      const url = Object.assign(new URL(test.adminUrl), change).href;
      const error: unknown = await provision(url, []).catch((thrown: unknown) =>
        explainConnection(thrown, url),
      );
      return (error as Error).message;
    };
    expect(await said({ password: 'wrong' })).toMatch(/^DATABASE_URL: the password of the role \w+ is wrong/);
    expect(await said({ pathname: '/nowhere' })).toMatch(/^DATABASE_URL: there is no database nowhere; /);
  });

  it('is provided beside others of one server at once, although all share the roles', async () => {
    const names = Array.from({ length: 3 }, (_, index) => `provided_${Date.now()}_${index}`);
    const roles = names.map((name) => ({ name: `role_${name}`, password: 'p' }));
    const urls = names.map((name) => Object.assign(new URL(test.adminUrl), { pathname: `/${name}` }).href);
    const administer = (statements: readonly string[]) =>
      withAdmin(test.adminUrl, async (client) => {
        for (const statement of statements) await client.query(statement);
      });
    await administer(names.map((name) => `CREATE DATABASE ${name}`));
    for (let turn = 0; turn < 5; turn += 1) await Promise.all(urls.map((url) => provision(url, roles)));
    await administer(names.map((name) => `DROP DATABASE ${name}`));
    await administer(roles.map(({ name }) => `DROP ROLE ${name}`));
  });

  it('rolls everything back when a transaction’s work fails', async () => {
    const work = inTransaction(test.database, async (transaction) => {
      await transaction('things').insert({ name: 'half' });
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await test.database('things').where({ name: 'half' })).toEqual([]);
  });

  it('distinguishes a violated unique constraint and an unreachable server from other failures', async () => {
    await test.database('things').insert({ name: 'one' });
    const twice: unknown = await test
      .database('things')
      .insert({ name: 'one' })
      .catch((error: unknown) => error);
    expect(isUniqueViolation(twice)).toBe(true);
    expect(isUniqueViolation(twice, 'things_name_unique')).toBe(true);
    expect(isUniqueViolation(twice, 'another')).toBe(false);
    expect(isUnavailable(twice)).toBe(false);
    const nowhere = createDatabase({ url: 'postgres://x:y@127.0.0.1:1/z', schema: 'x' });
    expect(isUnavailable(await nowhere.raw('SELECT 1').catch((error: unknown) => error))).toBe(true);
    await nowhere.destroy();
  });

  it('treats a missing socket as an unreachable server, but not a missing file', async () => {
    const noSocket = createDatabase({ url: 'postgres://x@%2Fnowhere/z', schema: 'x' });
    expect(isUnavailable(await noSocket.raw('SELECT 1').catch((error: unknown) => error))).toBe(true);
    await noSocket.destroy();
    expect(isUnavailable(await readFile('/nowhere/file').catch((error: unknown) => error))).toBe(false);
  });

  it.each([
    ['nothing_here', (url: URL) => url, 'has no schema of this service'],
    ['things', (url: URL) => Object.assign(url, { password: 'wrong' }), 'the password of the role'],
  ])(
    'says what is wrong with DATABASE_URL before it reads a secret of %s',
    async (schema, change, message) => {
      const database = createDatabase({ url: change(new URL(test.url)).href, schema });
      await expect(loadSecret(database, 'cookies')).rejects.toThrow(message);
      await expect(loadSecret(database, 'cookies')).rejects.toThrow(/^DATABASE_URL: /);
      await database.destroy();
    },
  );

  it('gives all instances the same secret, even when they ask for the first one at the same time', async () => {
    // A race between two that create the table doesn't show every time.
    for (let round = 0; round < 30; round += 1) {
      await test.database.raw('DROP TABLE IF EXISTS secrets');
      const secrets = await Promise.all(
        Array.from({ length: 8 }, () => loadSecret(test.database, 'cookies')),
      );
      expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
      expect(secrets[0]).toHaveLength(32);
    }
    expect(await loadSecret(test.database, 'cursors')).not.toEqual(
      await loadSecret(test.database, 'cookies'),
    );
  });

  it('hears notifications, and reconnects after its connection was cut', async () => {
    const heard: string[] = [];
    let connections = 0;
    const listener = createListener({
      url: test.url,
      channel: 'things.changed',
      onNotification: (payload) => heard.push(payload),
      onConnect: () => (connections += 1),
    });
    await eventually(() => {
      expect(connections).toBe(1);
    });
    await test.database.raw("SELECT pg_notify('things.changed', 'a')");
    await eventually(() => {
      expect(heard).toEqual(['a']);
    });
    await test.database.raw(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND usename = 'things' AND datname = current_database()",
    );
    await eventually(() => {
      expect(connections).toBe(2);
    });
    await test.database.raw("SELECT pg_notify('things.changed', 'b')");
    await eventually(() => {
      expect(heard).toEqual(['a', 'b']);
    });
    await listener.close();
  });
});
