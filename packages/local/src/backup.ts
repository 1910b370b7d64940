import { access, constants, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { loadConfig } from '@platform/runtime';

import { writeBackup } from './backup/backup-file.ts';
import { localVariables } from './config.ts';
import type { LocalConfig } from './config.ts';
import { KEPT_SECRETS, readRunningPlatform } from './data-folder.ts';
import { SERVICE_NAMES } from './services.ts';
import { openDatabase } from './start-database.ts';

/** Throws before the work begins if the file couldn't be written at its end. */
const refuseUnwritable = async (file: string): Promise<void> => {
  const folder = dirname(file);
  await access(folder, constants.W_OK).catch(() => {
    throw new Error(
      `Nothing can be written into ${folder}. Name a file in a folder that exists: npm run backup -- FILE`,
    );
  });
  const existing = await stat(file).catch(() => undefined);
  if (existing?.isDirectory()) throw new Error(`${file} is a folder. Name a file: npm run backup -- FILE`);
};

/** `npm run backup -- FILE`: keeps the database and the secrets of a platform, running or not. */
const main = async (): Promise<void> => {
  const [name] = process.argv.slice(2);
  if (name === undefined || name === '') throw new Error('Name the file: npm run backup -- FILE');
  const file = resolve(name);
  await refuseUnwritable(file);
  const { DATA_DIR, DATABASE_URL } = loadConfig<LocalConfig>(localVariables, process.env);
  const read = (file: string): Promise<string | undefined> =>
    readFile(join(DATA_DIR, file), 'utf8').catch(() => undefined);
  const running = await readRunningPlatform(DATA_DIR);
  const secrets: Record<string, string> = {};
  for (const file of KEPT_SECRETS) {
    const content = await read(file);
    if (content !== undefined) secrets[file] = content;
  }
  const back = (databaseUrl: string) => writeBackup({ databaseUrl, roles: SERVICE_NAMES, file, secrets });
  const whileStopped = async () => {
    const database = await openDatabase(DATA_DIR, DATABASE_URL);
    return back(database.adminUrl).finally(() => database.close());
  };
  const { tables } = await (running === undefined ? whileStopped() : back(running.adminUrl));
  process.stdout.write(`\n  ${tables.length} tables are in ${file}. It holds secrets: keep it safe.\n\n`);
};

main().catch((error: unknown) => {
  process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exitCode = 1;
});
