import { resolve } from 'node:path';

import { loadConfig } from '@platform/runtime';

import { assertUnused, restoreBackup, verifyBackup } from './backup/restore-backup.ts';
import { runModule } from './child.ts';
import { localVariables } from './config.ts';
import type { LocalConfig } from './config.ts';
import { adminSecret, KEPT_SECRETS } from './data-folder.ts';
import { moduleOf, SERVICE_NAMES } from './services.ts';
import { openDatabase, provideDatabases } from './start-database.ts';

/** `npm run restore -- FILE`: puts a backup into a platform that is stopped, over what it holds. */
const main = async (): Promise<void> => {
  const [name] = process.argv.slice(2);
  if (name === undefined) throw new Error('Name the file: npm run restore -- FILE');
  const { DATA_DIR, DATABASE_URL } = loadConfig<LocalConfig>(localVariables, process.env);
  const file = resolve(name);
  await verifyBackup(file);
  const { folder, adminUrl, close } = await openDatabase(DATA_DIR, DATABASE_URL);
  try {
    await assertUnused(adminUrl, SERVICE_NAMES);
    const databases = await provideDatabases(adminUrl, await adminSecret(adminUrl, folder));
    for (const service of SERVICE_NAMES)
      await runModule(moduleOf(service, 'src/migrate.ts'), [], {
        ...process.env,
        LOG_LEVEL: 'warn',
        DATABASE_URL: databases[service],
      });
    const { createdAt, tables, secrets } = await restoreBackup({
      databaseUrl: adminUrl,
      file,
      roles: SERVICE_NAMES,
    });
    for (const file of KEPT_SECRETS) {
      const content = secrets[file];
      if (content !== undefined) await folder.write(file, content);
    }
    process.stdout.write(
      `\n  The backup of ${createdAt} is back: ${tables.length} tables. Start: npm start\n\n`,
    );
  } finally {
    await close();
  }
};

main().catch((error: unknown) => {
  process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exitCode = 1;
});
