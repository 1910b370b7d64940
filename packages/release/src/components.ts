import { parse } from 'yaml';

import { read, runAtRoot } from './repository.ts';
import { listVendored } from './vendored.ts';
import type { Snapshot } from './vendored.ts';

/** A package of others that runs in production. */
export interface Component {
  name: string;
  version: string;
  /** As the package itself says it, an SPDX expression as a rule. */
  licence: string;
  /** Subresource integrity from the lock file, `sha512-…`. */
  integrity: string | undefined;
}

interface Listed {
  name: string;
  versions: string[];
  license: string;
}

/** Each version of a package, with what pnpm finds of it in the installed packages. */
const listInstalled = async (packageManager: string, ...words: string[]): Promise<[string, Listed][]> => {
  const listed = await runAtRoot('npx', '--yes', packageManager, 'licenses', 'list', '--json', ...words);
  return Object.values(JSON.parse(listed) as Record<string, Listed[]>)
    .flat()
    .flatMap((found) => found.versions.map((version): [string, Listed] => [version, found]));
};

/**
 * What runs in production according to the lock file, plus the packages that images include parts
 * of; sorted by name.
 */
export const listComponents = async (): Promise<Component[]> => {
  const { packageManager } = JSON.parse(await read('package.json')) as { packageManager: string };
  const { packages, snapshots } = parse(await read('pnpm-lock.yaml')) as {
    packages: Record<string, { resolution?: { integrity?: string } }>;
    snapshots: Record<string, Snapshot>;
  };
  const vendored = listVendored(snapshots);
  const developing = await listInstalled(packageManager, '--dev');
  const used = [
    ...(await listInstalled(packageManager, '--prod')),
    ...developing.filter(([version, { name }]) => vendored.has(`${name}@${version}`)),
  ];
  const byId = new Map(
    used.map(([version, { name, license }]) => [
      `${name}@${version}`,
      { name, version, licence: license, integrity: packages[`${name}@${version}`]?.resolution?.integrity },
    ]),
  );
  return [...byId.values()].sort(
    (one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version),
  );
};
