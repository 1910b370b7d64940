import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { folderOf, SERVICE_NAMES } from '../src/services.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

const LOADS =
  /(?:^(?:import|export) (?!type)[^;]*?from |(?<!<)\bimport\(|\.resolve\()'((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/gms;

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
    const [, image = ''] = /^FROM \$\{NODE_IMAGE\}$(.*)/ms.exec(await read(`${folder}/Dockerfile`)) ?? [];
    const copied = [...image.matchAll(/^COPY packages\/([\w-]+) /gm)].map(([, name]) => name);
    expect([...copied].sort()).toEqual([...(await neededBy(folder))].sort());
  },
);

it('puts the packages that migrations need into the image of the job, and no others', async () => {
  const dockerfile = await read('deploy/images/migrate.Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY packages\/([\w-]+) /gm)].map(([, name = '']) => name);
  const [, installed = ''] = /^RUN sh \/install\.sh (.*)$/m.exec(dockerfile) ?? [];
  const needed = new Set(installed.split(' ').map((name) => name.replace('@platform/', '')));
  for (const name of [...needed])
    for (const further of await neededBy(`packages/${name}`)) needed.add(further);
  expect([...copied].sort()).toEqual([...needed].sort());
  // By these names, and by none that the services themselves depend on.
  const linked = /for name in ([\w -]+); do ln -s/.exec(dockerfile)?.[1]?.split(' ') ?? [];
  for (const folder of SERVICE_NAMES.map(folderOf))
    for await (const file of glob('{migrations/*,src/migrate,src/cluster/*}.ts', {
      cwd: fileURLToPath(new URL(`${folder}/`, root)),
    }))
      for (const [, name = ''] of (await read(`${folder}/${file}`)).matchAll(LOADS))
        expect([folder, file, linked.map((one) => `@platform/${one}`)]).toEqual([
          folder,
          file,
          expect.arrayContaining([name]),
        ]);
});

it.each(['deploy/images/migrate.Dockerfile', ...SERVICE_NAMES.map((name) => `${folderOf(name)}/Dockerfile`)])(
  'installs before it copies sources in %s, so that a change of these installs nothing again',
  async (path) => {
    const stages = (await read(path)).split(/^FROM .* AS |^FROM .*$/m);
    for (const stage of stages.filter((text) => /RUN .*install/.test(text))) {
      const before = stage.slice(0, stage.search(/^RUN .*install/m));
      expect([path, ...before.matchAll(/^COPY (?!--from|deploy\/images\/install\.sh).*/gm)].flat()).toEqual([
        path,
      ]);
    }
  },
);

it('keeps out of every image what git ignores, such as passwords in .env and keys in .data', async () => {
  const linesOf = async (path: string): Promise<string[]> => (await read(path)).trim().split('\n');
  const ignored = (await linesOf('.gitignore')).map((line) => `**/${line.replace(/\/$/, '')}`);
  expect(ignored).toEqual(expect.arrayContaining(['**/.env', '**/.data']));
  expect(await linesOf('.dockerignore')).toEqual(expect.arrayContaining(ignored));
});

/** Run by developers only, before a commit. */
const TOOLS = ['src/tracker/build.ts'];

/** The packages that the sources of a folder load, also by `resolve`; imports of types don't count. */
const loadedBy = async (folder: string): Promise<Set<string>> => {
  const loaded = new Set<string>();
  for await (const file of glob('src/**/*.ts', { cwd: fileURLToPath(new URL(folder, root)) }))
    if (!TOOLS.includes(file))
      for (const [, name = ''] of (await read(`${folder}/${file}`)).matchAll(LOADS)) loaded.add(name);
  return loaded;
};

it.each(SERVICE_NAMES.map(folderOf))(
  'the image of %s, which has no development dependencies, holds all that its code loads',
  async (folder) => {
    const packages = [...(await neededBy(folder))].map((name) => `packages/${name}`);
    for (const part of [folder, ...packages]) {
      const { dependencies, optionalDependencies } = JSON.parse(await read(`${part}/package.json`)) as {
        dependencies?: object;
        optionalDependencies?: object;
      };
      const known = { ...dependencies, ...optionalDependencies };
      const missing = [...(await loadedBy(part))].filter((name) => !(name in known));
      expect({ part, missing }).toEqual({ part, missing: [] });
    }
  },
);

it.each(SERVICE_NAMES.filter((name) => name !== 'gateway'))(
  'the health check in the Dockerfile of %s asks whether the service is ready',
  async (name) => {
    const dockerfile = await read(`${folderOf(name)}/Dockerfile`);
    const [, words = '[]'] = /^HEALTHCHECK .*? CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    const [program = '', ...rest] = JSON.parse(words) as string[];
    expect(program).toBe('node');
    let status = 200;
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const PORT = String((server.address() as AddressInfo).port);
    const check = async (): Promise<unknown> => {
      const [code] = (await once(spawn(process.execPath, rest, { env: { PORT } }), 'close')) as [number];
      return code;
    };
    const ready = await check();
    status = 503;
    const unready = await check();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect({ ready, unready, away: await check() }).toEqual({ ready: 0, unready: 1, away: 1 });
    expect(asked).toEqual(['/health/ready', '/health/ready']);
  },
);

it('the health check in the Dockerfile of the gateway is its own, which asks the areas, too', async () => {
  expect(await read('gateway/Dockerfile')).toMatch(
    /^HEALTHCHECK .* CMD \["node", "src\/health-check\.ts"\]$/m,
  );
});
