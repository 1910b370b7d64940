import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/**
 * A name for the content of files and folders: 16 hexadecimal digits that change with any of them.
 */
export const contentHash = async (paths: { folders: string[]; files: string[] }): Promise<string> => {
  const found = (await Promise.all(paths.folders.map(filesIn))).flat();
  const hash = createHash('sha256');
  for (const file of [...found, ...paths.files].sort()) hash.update(file).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
};
