import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createDatabase } from '@platform/database';
import type { Database } from '@platform/database';
import { sayIsSkipped } from '@platform/testing';
import type { TestPostgres } from '@platform/testing';

import { readCompose } from '../read-compose.ts';
import { hasPsql } from './psql.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../../../deploy/compose/backup.sh', import.meta.url));
const TITLE = 'deploy/compose/backup.sh';

/** Programs of the image, which may be older than the server here; psql is the machine's own. */
const STUBS = {
  // Writes down what it is asked for.
  pg_dump: 'for word; do case $word in --file=*) echo "$@" >"${word#--file=}" ;; esac; done',
  pg_restore: 'case $1 in --list) cat "$LIST" ;; *) cat "$SQL" ;; esac',
  getent: '[ -n "${COORDINATOR_IS_KNOWN:-}" ]',
};
const WITH_ANALYTICS = '215; 1259 16398 TABLE analytics events analytics\n';
const CLUSTER = { ANALYTICS_CLUSTER: 'citus-coordinator' };

export const describeBackup = (postgres: () => TestPostgres): void => {
  if (!hasPsql) sayIsSkipped(TITLE, 'There is no psql on the PATH.');

  it('is told of a cluster by the environment', () => {
    const { services } = readCompose('docker-compose.backup.yml');
    for (const name of ['backup', 'restore'])
      expect(services[name]?.environment).toEqual({ ANALYTICS_CLUSTER: '${ANALYTICS_CLUSTER:-}' });
  });

  (hasPsql ? describe : describe.skip)(TITLE, () => {
    let folder: string;
    let database: Database;

    const keys = (): string => join(folder, 'own', 'credentials-key');
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'platform-compose-backup-'));
      await mkdir(join(folder, 'bin'));
      for (const [name, lines] of Object.entries(STUBS)) {
        await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${lines}\n`);
        await chmod(join(folder, 'bin', name), 0o755);
      }
      await writeFile(join(folder, 'postgres-password'), 'secret');
      await mkdir(join(folder, 'own'));
      const admin = createDatabase({ url: postgres().url, schema: 'public' });
      await admin.raw("CREATE ROLE platform SUPERUSER LOGIN PASSWORD 'secret'");
      await admin.raw('CREATE DATABASE platform OWNER platform');
      await admin.destroy();
      const url = new URL(postgres().url);
      url.pathname = '/platform';
      database = createDatabase({ url: url.href, schema: 'public' });
    });
    afterAll(async () => {
      await database.destroy();
      await rm(folder, { recursive: true });
    });
    beforeEach(async () => {
      await writeFile(keys(), 'the keys');
      await rm(join(folder, 'kept.credentials-key'), { force: true });
      await database.raw('DROP SCHEMA IF EXISTS analytics CASCADE; DROP SCHEMA IF EXISTS palette CASCADE');
      await database.raw('CREATE SCHEMA analytics; CREATE SCHEMA palette');
    });

    const makeTables = () =>
      database.raw('CREATE TABLE analytics.storage_epoch (epoch uuid); CREATE TABLE analytics.events ()');

    const call = async (verb: string, env: Record<string, string> = {}) => {
      const { hostname, port } = new URL(postgres().url);
      return run('bash', [SCRIPT, verb, 'kept'], {
        env: {
          PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`,
          SECRETS: folder,
          BACKUPS: folder,
          OWN: join(folder, 'own'),
          LIST: join(folder, 'list'),
          SQL: join(folder, 'sql'),
          PGHOST: hostname,
          PGPORT: port,
          ...env,
        },
      });
    };
    const dumped = (): Promise<string> => readFile(join(folder, 'kept'), 'utf8');

    it('backs all of it up where analytics is in this database', async () => {
      await makeTables();
      expect((await call('backup')).stdout).toContain('are in kept');
      expect(await dumped()).not.toContain('exclude');
    });

    it.each([
      ['compose says so', true, CLUSTER],
      ['its coordinator is there', true, { COORDINATOR_IS_KNOWN: '1' }],
      ['this database has no table of it', false, {}],
    ])('makes no backup without analytics unless told to, when %s', async (_what, hasTables, env) => {
      if (hasTables) await makeTables();
      await rm(join(folder, 'kept'), { force: true });
      await expect(call('backup', env)).rejects.toThrow(
        /on a Citus cluster.*\n.*-e WITHOUT_ANALYTICS=1 backup FILE; docs\/deploy\.md/,
      );
      await expect(dumped()).rejects.toThrow('ENOENT');
      await call('backup', { ...env, WITHOUT_ANALYTICS: '1' });
      expect(await dumped()).toContain('--exclude-schema=analytics');
    });

    it('backs up the key of credentials, which only its owner may read, and puts it back', async () => {
      await makeTables();
      await call('backup');
      const copy = join(folder, 'kept.credentials-key');
      expect(await readFile(copy, 'utf8')).toBe('the keys');
      for (const file of [copy, join(folder, 'kept')]) expect((await stat(file)).mode & 0o777).toBe(0o600);
      await writeFile(keys(), 'the keys of another platform');
      await restore('', WITHOUT);
      expect(await readFile(keys(), 'utf8')).toBe('the keys');
    });

    it('restores a backup without the key of credentials, says so, and leaves the present key', async () => {
      await writeFile(join(folder, 'list'), '');
      await writeFile(join(folder, 'sql'), WITHOUT);
      await writeFile(join(folder, 'kept'), 'a dump');
      expect((await call('restore')).stderr).toContain('There is no kept.credentials-key');
      expect(await readFile(keys(), 'utf8')).toBe('the keys');
    });

    const restore = async (list: string, sql: string, env = {}): Promise<string> => {
      await writeFile(join(folder, 'kept'), 'a dump');
      await writeFile(join(folder, 'list'), list);
      await writeFile(join(folder, 'sql'), sql);
      return (await call('restore', env)).stdout;
    };
    const WITHOUT = 'CREATE SCHEMA palette; CREATE TABLE palette.palettes ();';

    it('restores a backup without analytics, also beside a cluster', async () => {
      expect(await restore('', WITHOUT, CLUSTER)).toContain('kept is back.');
      const { rows } = await database.raw("SELECT to_regclass('palette.palettes') AS it");
      expect(rows).toEqual([{ it: 'palette.palettes' }]);
    });

    it('renews the epoch of analytics, which is back', async () => {
      const epoch = '00000000-0000-4000-8000-000000000000';
      const sql = `CREATE SCHEMA analytics; CREATE TABLE analytics.storage_epoch (epoch uuid);
      INSERT INTO analytics.storage_epoch VALUES ('${epoch}');`;
      expect(await restore(WITH_ANALYTICS, sql)).toContain('kept is back.');
      const { rows } = await database.raw<{ rows: { epoch: string }[] }>(
        'SELECT epoch FROM analytics.storage_epoch',
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]?.epoch).not.toBe(epoch);
    });

    it('restores nothing of analytics beside a cluster, which would not get it', async () => {
      await makeTables();
      await expect(restore(WITH_ANALYTICS, WITHOUT, CLUSTER)).rejects.toThrow('holds analytics');
      const { rows } = await database.raw("SELECT to_regclass('analytics.events') AS it");
      expect(rows).toEqual([{ it: 'analytics.events' }]);
    });
  });
};
