import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const IMPORT = /\bfrom '([^']+)'/g;

/** Where every database of a test comes from. */
const SOURCE = '@platform/testing';

const importsOf = async (file: string): Promise<readonly string[]> =>
  [...(await readFile(file, 'utf8')).matchAll(IMPORT)].map(([, name = '']) => name);

/** True if the file, or what it imports from the folder of tests, may have a database. */
const mayHaveDatabase = async (file: string, folder: string, seen: Set<string>): Promise<boolean> => {
  if (seen.has(file)) return false;
  seen.add(file);
  for (const name of await importsOf(file)) {
    if (name === SOURCE) return true;
    const path = name.startsWith('.') ? join(dirname(file), name) : '';
    if (path.startsWith(folder) && (await mayHaveDatabase(path, folder, seen))) return true;
  }
  return false;
};

/** The suites below a folder that never have a database: they say the same on every kind of it. */
export const suitesWithoutDatabase = async (folder: string): Promise<readonly string[]> => {
  const suites: string[] = [];
  for await (const name of glob('**/*.test.ts', { cwd: folder })) {
    const file = join(folder, name);
    if (!(await mayHaveDatabase(file, folder, new Set()))) suites.push(file);
  }
  return suites.toSorted();
};
