import { freePorts, SetupError } from '@platform/runtime';

import { openDataFolder } from './data-folder.ts';
import type { DataFolder } from './data-folder.ts';
import { startDatabase } from './start-database.ts';

export interface OpenDatabase {
  folder: DataFolder;
  /** An administrator's connection string. */
  adminUrl: string;
  close: () => Promise<void>;
}

/**
 * The database of a platform that isn't running, for commands that work on it: the server named by
 * `databaseUrl`, or the platform's own, started for the occasion.
 */
export const openDatabase = async (
  dataDirectory: string,
  databaseUrl: string | undefined,
): Promise<OpenDatabase> => {
  const folder = await openDataFolder(dataDirectory);
  if (databaseUrl !== undefined) return { folder, adminUrl: databaseUrl, close: () => folder.release() };
  const [port] = await freePorts(1);
  if (port === undefined) throw new SetupError('There is no free port for PostgreSQL.');
  const { url, child } = await startDatabase(folder, port);
  return {
    folder,
    adminUrl: await url,
    async close() {
      await child.stop();
      await folder.release();
    },
  };
};
