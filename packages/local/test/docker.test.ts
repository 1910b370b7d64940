import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { folderOf, SERVICE_NAMES } from '../src/services.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

/**
 * The packages of this repository that a workspace needs at run time, with those that they need in
 * turn.
 */
const neededBy = async (folder: string): Promise<Set<string>> => {
  const { dependencies = {} } = JSON.parse(await read(`${folder}/package.json`)) as { dependencies?: object };
  const direct = Object.keys(dependencies).flatMap((name) => /^@platform\/(.+)$/.exec(name)?.[1] ?? []);
  const further = await Promise.all(direct.map((name) => neededBy(`packages/${name}`)));
  return new Set([...direct, ...further.flatMap((names) => [...names])]);
};

it.each(SERVICE_NAMES.map(folderOf))(
  'puts the packages that %s needs into its image, and no others',
  async (folder) => {
    const [, install = ''] = / AS install$(.*?)^FROM /ms.exec(await read(`${folder}/Dockerfile`)) ?? [];
    const copied = [...install.matchAll(/^COPY packages\/([\w-]+) /gm)].map(([, name]) => name);
    expect([...copied].sort()).toEqual([...(await neededBy(folder))].sort());
  },
);

/** Run by developers only, before a commit. */
const TOOLS = ['src/tracker/build.ts', 'src/tracker/build-vitals.ts'];

/** Packages of which the image contains a single file, with its path in a setting. */
const VENDORED: Readonly<Record<string, string>> = { '@scalar/api-reference': 'REFERENCE_RENDERER' };

/** The packages that the sources of a folder load, also by `resolve`; imports of types don't count. */
const loadedBy = async (folder: string): Promise<Set<string>> => {
  const loaded = new Set<string>();
  const LOADS =
    /(?:^(?:import|export) (?!type)[^;]*?from |(?<!<)\bimport\(|\.resolve\()'((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/gms;
  for await (const file of glob('src/**/*.ts', { cwd: fileURLToPath(new URL(folder, root)) }))
    if (!TOOLS.includes(file))
      for (const [, name = ''] of (await read(`${folder}/${file}`)).matchAll(LOADS)) loaded.add(name);
  return loaded;
};

it.each(SERVICE_NAMES.map(folderOf))(
  'the image of %s, which has no development dependencies, holds all that its code loads',
  async (folder) => {
    const packages = [...(await neededBy(folder))].map((name) => `packages/${name}`);
    const dockerfile = await read(`${folder}/Dockerfile`);
    const isVendored = (name: string): boolean =>
      name in VENDORED && new RegExp(`^ENV .*\\b${VENDORED[name] ?? ''}=`, 'm').test(dockerfile);
    for (const part of [folder, ...packages]) {
      const { dependencies, optionalDependencies } = JSON.parse(await read(`${part}/package.json`)) as {
        dependencies?: object;
        optionalDependencies?: object;
      };
      const known = { ...dependencies, ...optionalDependencies };
      const missing = [...(await loadedBy(part))].filter((name) => !(name in known) && !isVendored(name));
      expect({ part, missing }).toEqual({ part, missing: [] });
    }
  },
);
