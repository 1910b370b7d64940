import { spawnSync } from 'node:child_process';
import { access, chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { sayIsSkipped } from '@platform/testing';
import { parse, parseAllDocuments } from 'yaml';

import { FOLDER, manifestFiles, manifestsIn } from './kubernetes-manifests.ts';
import { paste } from './paste.ts';
import { readBlocks } from './read-blocks.ts';

/** Writes down what it is called with: words on a line, apart by tabs. */
const KUBECTL = `#!/bin/sh
for word in "$@"; do printf '%s\\t' "$word" >>"$CALLS"; done
echo >>"$CALLS"
`;

/** What the lines of a section of the README ask kubectl for. */
const callsOf = async (heading: string): Promise<string[][]> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-kubectl-'));
  try {
    await writeFile(join(folder, 'kubectl'), KUBECTL);
    await chmod(join(folder, 'kubectl'), 0o755);
    const [lines = ''] = readBlocks('deploy/kubernetes/README.md', heading, 'sh');
    const calls = join(folder, 'calls');
    await paste(`cd deploy/kubernetes\n${lines}`, {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      CALLS: calls,
    });
    const written = await readFile(calls, 'utf8');
    return written
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t').slice(0, -1));
  } finally {
    await rm(folder, { recursive: true });
  }
};

const after = (call: readonly string[], word: string): string | undefined =>
  call.includes(word) ? call[call.indexOf(word) + 1] : undefined;

/** The reader's own kustomizations, by their paths, which the README has in its blocks. */
const ownFiles = (): Map<string, string> =>
  new Map(
    readBlocks('deploy/kubernetes/README.md', 'Install', 'yaml').map((block) => [
      /^# (\S+)\n/.exec(block)?.[1] ?? '',
      block,
    ]),
  );

it('the lines of the README apply what is there, or what it has the reader make', async () => {
  const own = ownFiles();
  expect([...own.keys()]).toEqual(['own/migrations/kustomization.yaml', 'own/platform/kustomization.yaml']);
  const images = [...own.values()].map((text) => (parse(text) as { images: object }).images);
  // The migrations are of the version that runs.
  expect(images[0]).toEqual(images[1]);

  const applied = (await callsOf('Install')).filter(([verb]) => verb === 'apply');
  expect(applied.length).toBeGreaterThanOrEqual(3);
  for (const call of applied) {
    const folder = after(call, '-k');
    const file = folder === undefined ? after(call, '-f') : `${folder}/kustomization.yaml`;
    const text = own.get(file ?? '');
    const needed = text === undefined ? [''] : (parse(text) as { resources: string[] }).resources;
    for (const path of needed)
      await expect(access(new URL(path, new URL(file ?? '', FOLDER)))).resolves.toBeUndefined();
  }
});

it('the lines of the README make secrets, then migrate and wait for it, and only then start the platform', async () => {
  const steps = (await callsOf('Install')).map((call) => call.join(' '));
  const order = [
    /^apply -f base\/namespace\.yaml$/,
    /create secret generic/,
    /^apply -k own\/migrations$/,
    /^-n platform wait --for=condition=complete job --all /,
    /^apply -k own\/platform$/,
    /^-n platform exec deploy\/gateway -- node src\/keys\/cli\.ts create /,
  ].map((step) => ({
    first: steps.findIndex((call) => step.test(call)),
    last: steps.findLastIndex((call) => step.test(call)),
  }));
  expect(order.every(({ first }) => first >= 0)).toBe(true);
  for (const [index, { first }] of order.entries())
    if (index > 0) expect(first).toBeGreaterThan(order[index - 1]!.last);
});

interface Pod {
  volumes?: { secret?: { secretName: string } }[];
  containers: { image: string; command?: string[]; env?: { value?: string }[] }[];
}

/** What a pod reads below `/secrets`: names of secrets with a key of each. */
const readBy = ({ volumes = [], containers }: Pod): string[] =>
  volumes.flatMap(({ secret }) =>
    containers
      .flatMap(({ env = [] }) => env)
      .flatMap(({ value = '' }) => /^\/secrets\/(.+)$/.exec(value)?.[1] ?? [])
      .flatMap((key) => (secret ? `${secret.secretName} ${key}` : [])),
  );

/** What the README has the reader make, likewise. */
const secretsMade = async (): Promise<string[]> =>
  [...(await callsOf('Install')), ...(await callsOf('Analytics on Citus'))]
    .filter((call) => call.includes('secret'))
    .flatMap((call) => {
      const keys = call.flatMap((word) => /^--from-literal=([\w-]+)=./.exec(word)?.[1] ?? []);
      return keys.map((key) => `${after(call, 'generic') ?? ''} ${key}`);
    });

const TITLE = 'what kustomize builds';
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
if (!hasKubectl) sayIsSkipped(TITLE, 'There is no kubectl on the PATH.');

interface Built {
  kind: string;
  metadata: { name: string };
  /** A ConfigMap has none, for example. */
  spec?: {
    replicas?: number;
    scaleTargetRef?: { name: string };
    template?: { spec: Pod };
  };
}

(hasKubectl ? describe : describe.skip)(TITLE, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-kustomize-'));
    await cp(FOLDER, folder, { recursive: true });
    for (const [path, text] of ownFiles()) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  const build = (path: string): Built[] => {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(folder, path)], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return parseAllDocuments(stdout).map((document) => document.toJS() as Built);
  };
  const imagesOf = (built: Built[]): string[] =>
    built.flatMap(({ spec }) => spec?.template?.spec.containers.map(({ image }) => image) ?? []);

  it.each(['own/migrations', 'own/platform'])('has the reader’s images in %s', (path) => {
    const images = imagesOf(build(path));
    expect(images.length).toBeGreaterThanOrEqual(4);
    expect(images.filter((image) => !image.startsWith('registry.example/platform-'))).toEqual([]);
    expect(images.filter((image) => !/:\d+\.\d+\.\d+$/.test(image))).toEqual([]);
  });

  it.each(['overlays/production', 'overlays/single-machine', 'overlays/citus'])(
    'leaves the number of processes in %s to autoscalers, or sets it where there are none',
    (path) => {
      const built = build(path);
      const scaled = built.flatMap(({ spec }) => spec?.scaleTargetRef?.name ?? []);
      for (const { kind, metadata, spec } of built)
        if (kind === 'Deployment')
          expect([metadata.name, spec?.replicas]).toEqual([
            metadata.name,
            scaled.includes(metadata.name) ? undefined : 1,
          ]);
      expect(scaled.length).toBe(path.endsWith('single-machine') ? 0 : 7);
    },
  );

  it('finds every file of its secrets with analytics on Citus, and spreads the tables', async () => {
    const made = await secretsMade();
    for (const path of ['overlays/citus', 'migrations-citus']) {
      const needed = build(path).flatMap(({ spec }) => (spec?.template ? readBy(spec.template.spec) : []));
      expect(needed).toContain('analytics-citus database-url');
      expect(needed.filter((key) => !made.includes(key))).toEqual([]);
    }
    const job = build('migrations-citus').find(({ metadata }) => metadata.name === 'analytics-migrate');
    expect(job?.spec?.template?.spec.containers.map(({ command }) => command)).toEqual([
      ['node', 'src/migrate.ts', '--distribute'],
    ]);
  });

  it('takes every component', async () => {
    const components = await readdir(join(folder, 'components'));
    await mkdir(join(folder, 'own/all'));
    await writeFile(
      join(folder, 'own/all/kustomization.yaml'),
      JSON.stringify({
        resources: ['../../base'],
        components: components.map((name) => `../../components/${name}`),
      }),
    );
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    expect(components.filter((name) => !readme.includes(`| \`${name}\``))).toEqual([]);
    expect(JSON.stringify(build('own/all'))).toContain('"palette_exports_unfinished"');
  });
});

it('the lines of the README make every secret that a pod reads', async () => {
  const made = await secretsMade();
  const needed = new Set<string>();
  for (const path of await manifestFiles())
    for (const { spec } of await manifestsIn(path)) {
      const pod = spec?.template?.spec as Pod | undefined;
      if (pod?.containers) for (const key of readBy(pod)) needed.add(key);
    }
  expect(needed.size).toBeGreaterThanOrEqual(7);
  expect([...needed].filter((key) => !made.includes(key))).toEqual([]);
});
