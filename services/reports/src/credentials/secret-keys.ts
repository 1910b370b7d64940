import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { makeFolder } from '@platform/runtime';

const KEY_BYTES = 32;

/**
 * Reads keys as an operator writes them: 32 bytes each, in base64 or as 64 hexadecimal digits,
 * separated by commas or white space, the newest first.
 * @throws Error that names the place of a bad key, and nothing of it
 */
export const parseSecretKeys = (text: string): Buffer[] =>
  text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part, index) => {
      const key = Buffer.from(part, /^[0-9a-f]{64}$/i.test(part) ? 'hex' : 'base64');
      if (key.length === KEY_BYTES) return key;
      throw new Error(`key ${String(index + 1)} must be 32 bytes, in base64 or hexadecimal`);
    });

const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * The keys in a file that only this user can read. Where there is none, one is made with a random
 * key; of several processes that do so at once, all get the same.
 */
export const keepKeyFile = async (path: string): Promise<Buffer[]> => {
  const present = await readIfThere(path);
  if (present !== undefined) return parseSecretKeys(present);
  await makeFolder(dirname(path));
  const made = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(made, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  // A link fails where the file is, so the first process wins, with a file that is whole.
  await link(made, path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  await rm(made);
  return parseSecretKeys(await readFile(path, 'utf8'));
};
