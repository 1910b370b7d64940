import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { migrationVariables, readDeclared } from '../../src/render/process-settings.ts';
import type { Variables } from '../../src/render/process-settings.ts';
import { BEHIND_GATEWAY, SERVICE_NAMES } from '../../src/services.ts';
import { readCompose } from '../read-compose.ts';

const run = promisify(execFile);
const root = new URL('../../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

const VOLUMES = ['own', 'postgres', 'redis', 'migrate', ...SERVICE_NAMES, 'grafana'];

/** The job that makes secrets, in a folder instead of volumes. */
export const describeSecrets = (): void => {
  describe('deploy/compose/secrets.sh', () => {
    let folder: string;
    let script: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'platform-compose-secrets-'));
      for (const name of ['given', ...VOLUMES.map((volume) => `secrets/${volume}`)])
        await mkdir(join(folder, name), { recursive: true });
      const text = await read('deploy/compose/secrets.sh');
      script = join(folder, 'secrets.sh');
      await writeFile(
        script,
        // Only root may give files to others.
        `chown() { :; }\n${text}`
          .replace('apart=/secrets', `apart=${folder}/secrets`)
          .replaceAll('/given/', `${folder}/given/`),
      );
    });
    afterEach(() => rm(folder, { recursive: true }));

    /** Does what the job `secrets` does on each `up`. */
    const up = (env: Record<string, string> = {}) =>
      run('sh', [script], { env: { PATH: process.env['PATH'], ...env } });
    const secret = (volume: string, name: string): Promise<string> =>
      readFile(join(folder, 'secrets', volume, name), 'utf8');

    describe('the secrets of compose', () => {
      /** Each file that a setting of a process names, with the volume that the process sees as `/secrets`. */
      const filesRead = async (): Promise<
        { process: string; setting: string; volume: string; file: string }[]
      > => {
        const known: Record<string, Variables> = {
          ...(await readDeclared()),
          migrate: migrationVariables,
        };
        return Object.entries(readCompose('docker-compose.yml').services).flatMap(
          ([process, { environment = {}, volumes = [] }]) => {
            const [, volume = ''] = /^(\w+)-secrets:\/secrets:ro$/m.exec(volumes.join('\n')) ?? [];
            return Object.entries(environment)
              .filter(([setting]) => setting.replace(/_FILE$/, '') in (known[process] ?? {}))
              .filter(([setting]) => setting.endsWith('_FILE'))
              .map(([setting, path]) => ({ process, setting, volume, file: path.replace('/secrets/', '') }));
          },
        );
      };

      it('hold the certificates of other authorities, for each process whose variable may name them', async () => {
        const certificate = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
        await writeFile(join(folder, 'given', 'ca.pem'), `${certificate}\n`);
        await up();
        const { services } = readCompose('docker-compose.yml');
        const readers = Object.entries(services).filter(
          ([, { environment = {} }]) => 'NODE_EXTRA_CA_CERTS' in environment,
        );
        expect(readers.length).toBeGreaterThan(5);
        for (const [name, { volumes = [] }] of readers) {
          const [, volume = ''] = /^(\w+)-secrets:\/secrets:ro$/m.exec(volumes.join('\n')) ?? [];
          expect([name, await secret(volume, 'ca.pem')]).toEqual([name, certificate]);
        }
      });

      it('are there for every setting that a process reads from a file, for its user only', async () => {
        await up();
        const files = await filesRead();
        expect(files.length).toBeGreaterThan(30);
        for (const { process, setting, volume, file } of files) {
          const { mode } = await stat(join(folder, 'secrets', volume, file));
          expect([process, setting, mode & 0o077]).toEqual([process, setting, 0]);
        }
      });

      it('come from the environment, or from a file of SECRETS_FOLDER, which docs/deploy.md lists', async () => {
        const { environment = {} } = readCompose('docker-compose.yml').services['secrets'] ?? {};
        const [, table = ''] = /^\| File([\s\S]*?)\n\n/m.exec(await read('docs/deploy.md')) ?? [];
        const listed = [...table.matchAll(/^\|([^|]*)/gm)].flatMap(([, cell = '']) =>
          [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
        );
        const fileOf = (variable: string): string => variable.toLowerCase().replaceAll('_', '-');
        const secrets = Object.keys(environment).filter(
          (name) => !['PORT', 'PUBLIC_URL', 'TRUST_PROXY'].includes(name),
        );
        expect(secrets.map(fileOf).sort()).toEqual(listed.sort());

        const valuesOf = (by: string) =>
          Object.fromEntries(secrets.map((name) => [name, `${by}-${fileOf(name)}`]));
        const everything = async (): Promise<string> => {
          const names = await Promise.all(VOLUMES.map((name) => readdir(join(folder, 'secrets', name))));
          const texts = names.flatMap((files, index) =>
            files.map((name) => secret(VOLUMES[index] ?? '', name)),
          );
          return `${(await Promise.all(texts)).join('\n')}\n`;
        };
        await up(valuesOf('variable'));
        const fromVariables = await everything();
        for (const value of Object.values(valuesOf('variable'))) expect(fromVariables).toContain(value);
        for (const name of secrets)
          await writeFile(join(folder, 'given', fileOf(name)), `file-${fileOf(name)}\n`);
        await up(valuesOf('variable'));
        const fromFiles = await everything();
        for (const value of Object.values(valuesOf('file'))) expect(fromFiles).toContain(value);
        expect(fromFiles).not.toContain('variable-');
      });

      it('are made anew on each machine, long and all different, and stay', async () => {
        await up();
        const names = (await readdir(join(folder, 'secrets/own'))).filter((name) =>
          name.endsWith('-password'),
        );
        const databases = SERVICE_NAMES.map((name) => `${name}-db-password`);
        expect(names.sort()).toEqual(
          [...databases, 'grafana-password', 'postgres-password', 'redis-password'].sort(),
        );
        const passwords = await Promise.all(names.map((name) => secret('own', name)));
        for (const password of passwords) expect(password).toMatch(/^[0-9a-f]{48}$/);
        expect(new Set(passwords).size).toBe(names.length);
        await up();
        expect(await Promise.all(names.map((name) => secret('own', name)))).toEqual(passwords);
      });

      it.each([
        ['the port', { PORT: '9000' }, 'http://localhost:9000'],
        [
          'PUBLIC_URL, whatever the port',
          { PORT: '9000', PUBLIC_URL: 'https://a.example' },
          'https://a.example',
        ],
        ['8080 without either', {}, 'http://localhost:8080'],
      ])('have links follow %s', async (_, env, expected) => {
        await up(env);
        for (const name of SERVICE_NAMES)
          expect([name, await secret(name, 'public-url')]).toEqual([name, expected]);
      });
    });

    it.each([
      ['no proxy', {}, '0', '1'],
      ['a number of proxies', { TRUST_PROXY: '2' }, '2', '3'],
      ['addresses of proxies', { TRUST_PROXY: 'loopback,10.0.0.0/8' }, 'loopback,10.0.0.0/8', '1'],
    ])(
      'has the gateway trust %s, and services the gateway besides',
      async (_, env, ofGateway, ofServices) => {
        await up(env);
        expect(await secret('gateway', 'trust-proxy')).toBe(ofGateway);
        for (const name of BEHIND_GATEWAY)
          expect([name, await secret(name, 'trust-proxy')]).toEqual([name, ofServices]);
      },
    );

    it('gives the migrations the connection of every role', async () => {
      await up();
      expect(await secret('migrate', 'database-url')).toMatch(
        /^postgres:\/\/platform:\w+@postgres:5432\/platform$/,
      );
      for (const name of SERVICE_NAMES)
        expect(await secret('migrate', `${name}-database-url`)).toBe(await secret(name, 'database-url'));
    });

    describe('the administrator’s password of compose', () => {
      const passwordAfterUp = async (env: Record<string, string> = {}): Promise<string> => {
        await up(env);
        return secret('postgres', 'postgres-password');
      };

      it('stays as it was given once, until .env or a file names another', async () => {
        expect(await passwordAfterUp({ POSTGRES_PASSWORD: 'platform' })).toBe('platform');
        // Changing it in PostgreSQL alone locks you out.
        expect(await passwordAfterUp()).toBe('platform');
        expect(await passwordAfterUp({ POSTGRES_PASSWORD: 'new' })).toBe('new');
        await writeFile(join(folder, 'given/postgres-password'), 'newer\n');
        expect(await passwordAfterUp()).toBe('newer');
      });

      it('is changed by docs/deploy.md in PostgreSQL, then where the job reads it, then by `up`', async () => {
        const [, steps = ''] = /change the administrator's password\*\*([\s\S]*?)^\*\*/m.exec(
          await read('docs/deploy.md'),
        ) ?? ['', ''];
        const places = [
          "psql -U platform -c '\\password'",
          '`.env` as `POSTGRES_PASSWORD`',
          '`docker compose up -d --force-recreate`',
        ];
        const found = places.map((words) => steps.indexOf(words));
        expect(found).not.toContain(-1);
        expect(found).toEqual(found.toSorted((a, b) => a - b));
      });
    });
  });
};
