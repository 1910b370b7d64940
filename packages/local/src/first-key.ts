import { runModule } from './child.ts';
import type { DataFolder } from './data-folder.ts';
import { moduleOf } from './services.ts';

const KEY_FILE = 'api-key';

/**
 * The key that a newcomer is shown: the one that `api-key` in the data folder keeps, or a new one with all scopes,
 * and an organisation for it, on the first start.
 */
export const ensureFirstKey = (
  folder: DataFolder,
  databaseUrl: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> =>
  folder.secret(KEY_FILE, async () => {
    const args = ['create', '--organisation', 'First organisation', '--name', 'First key', '--json'];
    const output = await runModule(moduleOf('gateway', 'src/keys/cli.ts'), args, {
      ...env,
      DATABASE_URL: databaseUrl,
    });
    return (JSON.parse(output) as { key: string }).key;
  });
