import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { endProcess, freePort } from '@platform/testing';

import { readCompose } from './read-compose.ts';

/** The programs by the names of their services in docker-compose.yml, as Debian's packages have them. */
const PROGRAMS = {
  'postgres-exporter': 'prometheus-postgres-exporter',
  'node-exporter': 'prometheus-node-exporter',
} as const;

export const hasExporters = (): boolean =>
  Object.values(PROGRAMS).every((program) => spawnSync(program, ['--version']).status === 0);

export interface Exporters {
  /** Where to collect from, by the names of `PROGRAMS`. */
  ports: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

/**
 * Runs the exporters of PostgreSQL and of the disk as docker-compose.yml does, with this machine's
 * root folder for the one that compose mounts, and another PostgreSQL.
 * @param databaseUrl connection string of PostgreSQL's superuser
 */
export const runExporters = async (databaseUrl: string): Promise<Exporters> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-exporters-'));
  const { services } = readCompose('docker-compose.yml');
  const { hostname, port, username, password } = new URL(databaseUrl);
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, decodeURIComponent(password), { mode: 0o600 });
  const own = services['postgres-exporter']?.environment ?? {};
  const environments = {
    'node-exporter': {},
    'postgres-exporter': {
      ...own,
      DATA_SOURCE_URI: (own['DATA_SOURCE_URI'] ?? '').replace(/^[^?]*/, `${hostname}:${port}/postgres`),
      DATA_SOURCE_USER: decodeURIComponent(username),
      DATA_SOURCE_PASS_FILE: passwordFile,
    },
  };
  const start = async (name: keyof typeof PROGRAMS) => {
    const words = (services[name]?.command ?? []).map((word) =>
      // Compose writes a dollar sign as two.
      word.replace('/host', '/').replace('$$', '$'),
    );
    const listens = await freePort();
    const child = spawn(PROGRAMS[name], [...words, `--web.listen-address=127.0.0.1:${listens}`], {
      env: { PATH: process.env['PATH'], ...environments[name] },
      stdio: 'ignore',
    });
    return { name, listens, child };
  };
  const started = [await start('postgres-exporter'), await start('node-exporter')];
  return {
    ports: Object.fromEntries(started.map(({ name, listens }) => [name, listens])),
    async stop() {
      await Promise.all(started.map(({ child }) => endProcess(child, 'SIGTERM')));
      await rm(folder, { recursive: true, force: true });
    },
  };
};
