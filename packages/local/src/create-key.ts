import { runModule } from './child.ts';
import { moduleOf, ROOT } from './services.ts';

/**
 * Makes an organisation (if there is none of that name) and a key for it, with the gateway's command
 * line.
 */
export const createKey = async (
  { organisation, scopes = '*' }: { organisation: string; scopes?: string },
  databaseUrl: string,
  env: Readonly<Record<string, string | undefined>>,
  root = ROOT,
): Promise<string> => {
  const args = [
    'create',
    '--organisation',
    organisation,
    '--name',
    'First key',
    '--scopes',
    scopes,
    '--json',
  ];
  const output = await runModule(moduleOf('gateway', 'src/keys/cli.ts', root), args, {
    ...env,
    DATABASE_URL: databaseUrl,
  });
  return (JSON.parse(output) as { key: string }).key;
};
