import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createTestDatabase, createTestIdentity, eventually, startPostgres } from '@platform/testing';
import type { TestDatabase, TestIdentity, TestPostgres } from '@platform/testing';
import pg from 'pg';

import { createServiceProcess } from '../service-process.ts';
import type { ServiceProcess } from '../service-process.ts';

const run = promisify(execFile);

describe('a database that can be read and not written', () => {
  let postgres: TestPostgres;
  let db: TestDatabase;
  let identity: TestIdentity;
  let service: ServiceProcess;
  let admin: pg.Client;
  let site: { id: number; domain: string; site_key: string };

  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${service.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: await identity.bearer(), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, retry: answer.headers.get('retry-after'), body: await answer.json() };
  };
  const view = (page: string) => service.hit(site.site_key, `https://${site.domain}${page}`);

  beforeAll(async () => {
    postgres = await startPostgres();
    db = await createTestDatabase({
      schema: 'analytics',
      migrations: new URL('../../migrations/', import.meta.url),
      postgresUrl: postgres.url,
    });
    identity = await createTestIdentity('analytics');
    service = await createServiceProcess(db.url, identity);
    await service.start();
    admin = new pg.Client({ connectionString: db.adminUrl });
    admin.on('error', () => undefined);
    await admin.connect();
    site = (await call('/api/v1/websites', { domain: 'shop.example' })).body.data;
    expect((await view('/')).status).toBe(204);
  });
  afterAll(async () => {
    await service.kill('SIGTERM');
    await admin.end();
    await db.drop();
    await postgres.stop();
  });

  const refusesWrites = async (): Promise<void> => {
    expect((await call('/api/v1/stats/' + String(site.id) + '?name=page')).body).toMatchObject({
      status: 200,
      data: [{ value: '/', count: expect.any(Number) as number }],
    });
    expect((await call('/api/v1/websites')).status).toBe(200);
    expect(await call('/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'degraded', failing: [], degraded: ['writes'] },
    });
  };

  it('refuses writes with 503, answers reads and says so when it is read-only', async () => {
    const setReadOnly = async (value: string): Promise<void> => {
      await admin.query('SET default_transaction_read_only = off');
      await admin.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await admin.query('SELECT pg_reload_conf()');
    };
    await setReadOnly('on');
    await eventually(async () => {
      expect((await view('/')).status).toBe(503);
    });
    expect(await call('/api/v1/websites', { domain: 'new.example' })).toMatchObject({
      status: 503,
      retry: expect.any(String) as string,
    });
    await refusesWrites();

    await setReadOnly('off');
    await eventually(async () => {
      expect((await view('/')).status).toBe(204);
      expect((await call('/health/ready')).body.status).toBe('ok');
    });
  });

  it('does the same when the disk is full', async () => {
    const folder = await mkdtemp(join(await realpath(tmpdir()), 'small-disk-'));
    const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]).then(
      () => true,
      () => false,
    );
    if (!isMounted) {
      process.stderr.write('Skipped: a full disk. Only root can mount a small one.\n');
      await rm(folder, { recursive: true });
      return;
    }
    try {
      const { rows } = await admin.query<{ data_directory: string }>('SHOW data_directory');
      const { uid, gid } = await stat(rows[0]?.data_directory ?? '');
      await chown(folder, uid, gid);
      await chmod(folder, 0o700);
      await admin.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
      await admin.query(`CREATE TABLE analytics.filler (text text) TABLESPACE small`);
      const { rows: partitions } = await admin.query<{ name: string }>(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'analytics.events'::regclass`,
      );
      for (const { name } of partitions) await admin.query(`ALTER TABLE ${name} SET TABLESPACE small`);
      const fill = `INSERT INTO analytics.filler SELECT repeat(md5(i::text), 200) FROM generate_series(1, $1) AS i`;
      for (const rowsAtOnce of [500, 1])
        await expect(
          (async () => {
            for (;;) await admin.query(fill, [rowsAtOnce]);
          })(),
        ).rejects.toMatchObject({ code: '53100' });
      // The page that is there has room for a while.
      await eventually(async () => {
        const answers = await Promise.all(Array.from({ length: 200 }, () => view('/')));
        expect(answers.map(({ status }) => status)).toContain(503);
      });
      await refusesWrites();

      await admin.query('DROP TABLE analytics.filler');
      await eventually(async () => {
        expect((await view('/')).status).toBe(204);
      });
    } finally {
      const name = `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'analytics.events'::regclass`;
      for (const row of (await admin.query<{ name: string }>(name)).rows)
        await admin.query(`ALTER TABLE ${row.name} SET TABLESPACE pg_default`);
      await admin.query('DROP TABLE IF EXISTS analytics.filler');
      await admin.query('DROP TABLESPACE IF EXISTS small');
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
    }
  });
});
