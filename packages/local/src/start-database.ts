import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { startChild } from './child.ts';
import type { Child } from './child.ts';
import type { DataFolder } from './data-folder.ts';
import { explainDatabaseFailure as explain } from './explain-database-failure.ts';

/**
 * Starts the platform's own PostgreSQL in the data folder, on a port that must be free, with a random
 * password.
 * @param settings more of PostgreSQL's, such as `fsync=off`
 * @returns its process, which can be stopped at once, and its address when it accepts connections
 */
export const startDatabase = async (
  folder: DataFolder,
  port: number,
  settings: readonly string[] = [],
): Promise<{ child: Child; url: Promise<string> }> => {
  const password = await folder.secret('postgres-password', () => randomBytes(24).toString('base64url'));
  const child = startChild({
    name: 'postgres',
    module: new URL('./postgres-process.ts', import.meta.url),
    env: process.env,
    args: [join(folder.path, 'postgres'), String(port), ...settings],
  });
  // As a message, because every user of the machine may read command lines. A process that has ended
  // before it is reported below.
  child.process.send({ password }, () => undefined);
  const url = new Promise<string>((resolve, reject) => {
    child.process.once('message', (message) => {
      const { url: address, error } = message as { url?: string; error?: string };
      if (address === undefined)
        reject(new Error(explain(error ?? 'PostgreSQL did not start.', folder.path)));
      else resolve(address);
    });
    void child.ended.then(() => {
      reject(new Error('PostgreSQL ended while it was starting.'));
    });
  });
  // Whoever stops the process before it is up may not be waiting for the address any more.
  url.catch(() => undefined);
  return { child, url };
};
