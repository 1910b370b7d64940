import { parse } from 'yaml';

import { read, runAtRoot } from './repository.ts';

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

/**
 * What runs in production, from the lock file, with the licences that pnpm finds in the installed
 * packages; sorted by name.
 */
export const listComponents = async (): Promise<Component[]> => {
  const { packageManager } = JSON.parse(await read('package.json')) as { packageManager: string };
  const { packages } = parse(await read('pnpm-lock.yaml')) as {
    packages: Record<string, { resolution?: { integrity?: string } }>;
  };
  const listed = await runAtRoot('npx', '--yes', packageManager, 'licenses', 'list', '--json', '--prod');
  return Object.values(JSON.parse(listed) as Record<string, Listed[]>)
    .flat()
    .flatMap(({ name, versions, license }) =>
      versions.map((version) => ({
        name,
        version,
        licence: license,
        integrity: packages[`${name}@${version}`]?.resolution?.integrity,
      })),
    )
    .sort((one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version));
};
