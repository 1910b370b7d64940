import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';

import pg from 'pg';

import type { DataFolder } from './data-folder.ts';
import { moduleOf, ROOT, SERVICE_NAMES } from './services.ts';
import type { ServiceName } from './services.ts';

/** Names the packages whose own tables (those of queues) the last migration brought up to date. */
const STAMP = 'migrated';

const lockHash = async (): Promise<string> =>
  createHash('sha256')
    .update(await readFile(new URL('pnpm-lock.yaml', ROOT)))
    .digest('hex');

const namesOf = async (service: ServiceName): Promise<string[]> =>
  (await readdir(moduleOf(service, 'migrations/')))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'))
    .sort();

const recorded = async (service: ServiceName, url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM ${client.escapeIdentifier(service)}.migrations`,
    );
    return rows.map(({ name }) => name).sort();
  } finally {
    await client.end();
  }
};

/**
 * True if every schema has just the migrations of this checkout, so that the processes that migrate need not be started.
 * @param databases connection strings of the services' roles
 */
export const areMigrated = async (
  folder: DataFolder,
  databases: Readonly<Record<ServiceName, string>>,
): Promise<boolean> => {
  if ((await folder.read(STAMP))?.trim() !== (await lockHash())) return false;
  const same = await Promise.all(
    SERVICE_NAMES.map(async (service) => {
      const [here, there] = await Promise.all([namesOf(service), recorded(service, databases[service])]);
      return here.join() === there.join();
    }),
  ).catch(() => [false]);
  return same.every(Boolean);
};

/** Notes that every schema was migrated by this checkout. */
export const noteMigrated = async (folder: DataFolder): Promise<void> =>
  folder.write(STAMP, `${await lockHash()}\n`);
