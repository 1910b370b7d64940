import { readFile } from 'node:fs/promises';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

/** The packages of this repository that a workspace needs at run time, with those that they need in turn. */
const neededBy = async (folder: string): Promise<Set<string>> => {
  const { dependencies = {} } = JSON.parse(await read(`${folder}/package.json`)) as { dependencies?: object };
  const direct = Object.keys(dependencies).flatMap((name) => /^@platform\/(.+)$/.exec(name)?.[1] ?? []);
  const further = await Promise.all(direct.map((name) => neededBy(`packages/${name}`)));
  return new Set([...direct, ...further.flatMap((names) => [...names])]);
};

it.each(['gateway', 'services/analytics', 'services/reports', 'services/palette'])(
  'the image of %s holds the packages that it needs, and no others',
  async (folder) => {
    const copied = [...(await read(`${folder}/Dockerfile`)).matchAll(/^COPY packages\/([\w-]+) /gm)].map(
      ([, name]) => name,
    );
    expect([...copied].sort()).toEqual([...(await neededBy(folder))].sort());
  },
);
