import { realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { wantedByPackage, wantedByWorkspace } from './lock-file.ts';
import type { LockFile, Wanted } from './lock-file.ts';

/** A package of others, and where it is installed. */
export interface Installed {
  name: string;
  /** `name@version`, as `packages` of the lock file has it. */
  id: string;
  folder: string;
}

/**
 * Development dependencies of which an image nevertheless contains a file: the gateway's Dockerfile
 * copies the /docs page from it. A bundle doesn't say which of its own dependencies it includes.
 */
const VENDORED = ['@scalar/api-reference'];

/** Workspaces that run in images or with `npm start`; tests, tools and measurements don't. */
const isInProduction = (folder: string): boolean => /^(gateway|services\/.+|packages\/local)$/.test(folder);

const WORKSPACE = 'link:';

interface Waiting extends Wanted {
  /** The folder that Node.js finds it in. */
  modules: string;
}

const keyOf = (lock: LockFile, { name, version }: Wanted): string => {
  const key = `${name}@${version}`;
  return key in lock.snapshots ? key : version;
};

/**
 * The packages of others that run in production, as the lock file says, in the folders that they
 * are installed in; those for machines of other kinds are left out.
 * @throws if what the lock file asks for is not installed
 */
export const findInstalled = async (lock: LockFile, root: string): Promise<Installed[]> => {
  const found = new Map<string, Installed>();
  const waiting: Waiting[] = [];
  const visited = new Set<string>();
  const visitWorkspace = (folder: string): void => {
    if (visited.has(folder)) return;
    visited.add(folder);
    for (const wanted of wantedByWorkspace(lock, folder, VENDORED))
      if (wanted.version.startsWith(WORKSPACE))
        visitWorkspace(join(folder, wanted.version.slice(WORKSPACE.length)));
      else waiting.push({ ...wanted, modules: join(root, folder, 'node_modules') });
  };
  Object.keys(lock.importers).filter(isInProduction).forEach(visitWorkspace);

  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const key = keyOf(lock, next);
    if (found.has(key)) continue;
    const folder = await realpath(join(next.modules, next.name)).catch(() => undefined);
    if (folder === undefined) {
      if (next.isOptional) continue;
      throw new Error(`${key} is not installed. Install what the lock file asks for, then release.`);
    }
    const id = key.replace(/\(.*$/, '');
    const name = id.slice(0, id.lastIndexOf('@'));
    found.set(key, { name, id, folder });
    // pnpm puts what a package asks for beside it.
    const modules = folder.slice(0, -`/${name}`.length);
    waiting.push(...wantedByPackage(lock, key).map((wanted) => ({ ...wanted, modules })));
  }
  return [...found.values()];
};
