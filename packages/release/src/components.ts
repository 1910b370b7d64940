import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'yaml';

import { findInstalled } from './installed.ts';
import type { LockFile } from './lock-file.ts';
import { read, ROOT } from './repository.ts';

/** A package of others that runs in production. */
export interface Component {
  name: string;
  version: string;
  /** As the package itself says it, an SPDX expression as a rule. */
  licence: string;
  /** Subresource integrity from the lock file, `sha512-…`. */
  integrity: string | undefined;
}

interface Package {
  version: string;
  license?: string | { type: string };
  licenses?: { type: string }[];
}

const licenceOf = ({ license, licenses = [] }: Package): string => {
  if (typeof license === 'string') return license;
  return license?.type ?? (licenses.map(({ type }) => type).join(' OR ') || 'Unknown');
};

/**
 * What runs in production according to the lock file, plus the packages that images include parts
 * of; sorted by name.
 */
export const listComponents = async (): Promise<Component[]> => {
  const lock = parse(await read('pnpm-lock.yaml')) as LockFile;
  const byId = new Map<string, Component>();
  for (const { name, id, folder } of await findInstalled(lock, ROOT)) {
    const own = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Package;
    const integrity = lock.packages[id]?.resolution?.integrity;
    byId.set(id, { name, version: own.version, licence: licenceOf(own), integrity });
  }
  return [...byId.values()].sort(
    (one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version),
  );
};
