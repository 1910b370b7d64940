import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { loadConfig } from '@platform/runtime';

import { writeBackup } from './backup/backup-file.ts';
import { localVariables } from './config.ts';
import type { LocalConfig } from './config.ts';
import { KEPT_SECRETS, readRunningPlatform } from './data-folder.ts';
import { SERVICE_NAMES } from './services.ts';
import { openDatabase } from './start-database.ts';

/** `npm run backup -- FILE`: keeps the database and the secrets of a platform, running or not. */
const main = async (): Promise<void> => {
  const [name] = process.argv.slice(2);
  if (name === undefined) throw new Error('Name the file: npm run backup -- FILE');
  const { DATA_DIR, DATABASE_URL } = loadConfig<LocalConfig>(localVariables, process.env);
  const read = (file: string): Promise<string | undefined> =>
    readFile(join(DATA_DIR, file), 'utf8').catch(() => undefined);
  const running = await readRunningPlatform(DATA_DIR);
  const secrets: Record<string, string> = {};
  for (const file of KEPT_SECRETS) {
    const content = await read(file);
    if (content !== undefined) secrets[file] = content;
  }
  const file = resolve(name);
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
