import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'yaml';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const hasFile = (path: string): boolean => existsSync(new URL(path, root));
const below = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, root)).map((name) => `${folder}/${name}`);

interface Manifest {
  version: string;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
}
const manifestOf = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`)) as Manifest;

const services = ['gateway', ...below('services')];
const workspaces = [...services, ...below('packages')].filter((folder) => hasFile(`${folder}/package.json`));

it.each(services)('starts, migrates and tests %s with the scripts of its package.json', (folder) => {
  const { scripts = {} } = manifestOf(folder);
  expect(scripts).toMatchObject({ start: 'node src/main.ts', migrate: 'node src/migrate.ts' });
  expect(scripts['worker']).toBe(hasFile(`${folder}/src/worker.ts`) ? 'node src/worker.ts' : undefined);
  expect(scripts['test']).toContain(`--selectProjects ${folder.replace('services/', '')} `);
});

it.each(workspaces)('gives %s the platform’s version, and types by the common rules', (folder) => {
  expect(manifestOf(folder).version).toBe(manifestOf('.').version);
  const { extends: base } = JSON.parse(read(`${folder}/tsconfig.json`)) as { extends: string };
  expect(new URL(base, new URL(`${folder}/`, root)).href).toBe(new URL('tsconfig.base.json', root).href);
});

/** Run by developers only. */
const TOOLS = ['packages/demo/src/screenshots.ts'];

/** The packages of the platform that a file loads; types are none. */
const loadedBy = (path: string): string[] =>
  [...read(path).matchAll(/^(?:import|export) (?!type )[^;]*? from '(@platform\/[a-z-]+)/gm)].map(
    ([, name = '']) => name,
  );

it.each(workspaces)(
  'has %s name what it loads as dependencies, as npm start installs no others',
  (folder) => {
    const files = ['src', 'migrations']
      .filter((part) => hasFile(`${folder}/${part}`))
      .flatMap((part) =>
        readdirSync(new URL(`${folder}/${part}/`, root), { recursive: true, encoding: 'utf8' }).map(
          (name) => `${folder}/${part}/${name}`,
        ),
      )
      .filter((path) => /\.tsx?$/.test(path) && !TOOLS.includes(path));
    const { dependencies = {} } = manifestOf(folder);
    const missing = files.flatMap((path) =>
      loadedBy(path)
        .filter((name) => !(name in dependencies))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  },
);

it('runs each service’s suite in CI, with the package manager pinned by the repository', () => {
  const workflow = parse(read('.github/workflows/ci.yml')) as {
    jobs: {
      services: { steps: { id?: string; run?: string }[] };
      service: { strategy: { matrix: { workspace: string } }; steps: { run?: string }[] };
    };
  };
  const { services: named, service } = workflow.jobs;
  const step = named.steps.find(({ id }) => id === 'table');
  const folder = mkdtempSync(join(tmpdir(), 'ci-'));
  const output = join(folder, 'output');
  execFileSync('bash', ['-c', step?.run ?? ''], {
    cwd: root,
    env: { ...process.env, GITHUB_OUTPUT: output },
  });
  const [, names = ''] = /^names=(.*)$/m.exec(readFileSync(output, 'utf8')) ?? [];
  rmSync(folder, { recursive: true });
  expect((JSON.parse(names) as string[]).toSorted()).toEqual(
    services.map((folder) => folder.replace('services/', '')).toSorted(),
  );
  expect(service.strategy.matrix.workspace).toBe('${{ fromJSON(needs.services.outputs.names) }}');
  const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string };
  const used = service.steps.flatMap(({ run = '' }) => run.match(/pnpm@\S+/g) ?? []);
  expect(new Set(used)).toEqual(new Set([packageManager]));
});

it('chooses optional packages by the Node.js that runs them, not by the one that installs', () => {
  const { nodeVersion } = parse(read('pnpm-workspace.yaml')) as { nodeVersion: string };
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } };
  expect(nodeVersion).toBe(dependencies.node);
});
