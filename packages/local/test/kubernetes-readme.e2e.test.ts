import { access, chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'yaml';

import { SERVICE_NAMES } from '../src/services.ts';
import { describeWithKubectl, MIGRATIONS, openWorkshop, OVERLAYS } from './kubernetes-build.ts';
import type { Workshop } from './kubernetes-build.ts';
import { FOLDER, manifestFiles, manifestsIn } from './kubernetes-manifests.ts';
import type { Manifest } from './kubernetes-manifests.ts';
import type { Container } from './kubernetes-settings.ts';
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

/** The reader's own kustomizations, by their paths, which a section of the README has in its blocks. */
const ownFiles = (heading: string): Map<string, string> =>
  new Map(
    readBlocks('deploy/kubernetes/README.md', heading, 'yaml').map((block) => [
      /^# (\S+)\n/.exec(block)?.[1] ?? '',
      block,
    ]),
  );

it('the lines of the README apply what is there, or what it has the reader make', async () => {
  const own = ownFiles('Install');
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
  containers: Container[];
}

/** What a pod reads of secrets: their names with a key of each. */
const readBy = ({ volumes = [], containers }: Pod): string[] => {
  const variables = containers.flatMap(({ env = [] }) => env);
  const files = variables.flatMap(({ value = '' }) => /^\/secrets\/(.+)$/.exec(value)?.[1] ?? []);
  return [
    ...volumes.flatMap(({ secret }) => files.flatMap((key) => (secret ? `${secret.secretName} ${key}` : []))),
    ...variables.flatMap(({ valueFrom }) =>
      valueFrom?.secretKeyRef ? `${valueFrom.secretKeyRef.name} ${valueFrom.secretKeyRef.key}` : [],
    ),
  ];
};

/** What the README has the reader make, likewise. */
const secretsMade = async (): Promise<string[]> =>
  [...(await callsOf('Install')), ...(await callsOf('Analytics on Citus'))]
    .filter((call) => call.includes('secret'))
    .flatMap((call) => {
      const keys = call.flatMap((word) => /^--from-literal=([\w-]+)=./.exec(word)?.[1] ?? []);
      return keys.map((key) => `${after(call, 'generic') ?? ''} ${key}`);
    });

/** Keys of secrets that only some readers need, so the README asks for them in words. */
const IN_WORDS = ['gateway oidc-client-secret'];

describeWithKubectl('what kustomize builds for a reader', () => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop([...ownFiles('Install'), ...ownFiles('Argo CD')]);
  });
  afterAll(() => workshop.remove());

  const podsOf = (built: readonly Manifest[]): Pod[] =>
    built.flatMap(({ spec }) => (spec?.template ? [spec.template.spec as Pod] : []));
  const imagesOf = (built: readonly Manifest[]): string[] =>
    podsOf(built).flatMap(({ containers }) => containers.map(({ image }) => image));

  it.each(['own/migrations', 'own/platform'])('has the reader’s images in %s', (path) => {
    const images = imagesOf(workshop.build(path));
    expect(images.length).toBeGreaterThanOrEqual(4);
    expect(images.filter((image) => !image.startsWith('registry.example/platform-'))).toEqual([]);
    expect(images.filter((image) => !/:\d+\.\d+\.\d+$/.test(image))).toEqual([]);
  });

  it('is one application for Argo CD, whose migrations all end before anything else begins', () => {
    const [path = ''] = ownFiles('Argo CD').keys();
    const built = workshop.build(path.replace(/\/[^/]+$/, ''));
    const hooks = built.filter(({ kind }) => kind === 'Job');
    expect(hooks.map(({ metadata }) => metadata.name).sort()).toEqual(
      SERVICE_NAMES.map((name) => `${name}-migrate`).sort(),
    );
    for (const { metadata } of hooks)
      expect([metadata.name, metadata.annotations]).toEqual([
        metadata.name,
        {
          'argocd.argoproj.io/hook': 'PreSync',
          // A job's image can't be changed.
          'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
        },
      ]);
    const others = built.filter((manifest) => !hooks.includes(manifest));
    expect(others.filter(({ kind }) => kind === 'Deployment').length).toBeGreaterThanOrEqual(7);
    expect(JSON.stringify(others)).not.toContain('argocd.argoproj.io');
    // The schema is of the version that then runs on it.
    expect([...new Set(imagesOf(hooks))].sort()).toEqual([...new Set(imagesOf(others))].sort());
    // What they need stands before the first synchronisation; a ConfigMap of the application wouldn't.
    expect(JSON.stringify(hooks)).not.toContain('configMapRef');
  });

  it.each(OVERLAYS)('leaves the number of processes in %s to autoscalers, or sets it without any', (path) => {
    const built = workshop.build(path);
    const scaled = built.flatMap(({ spec }) => (spec?.scaleTargetRef?.name as string | undefined) ?? []);
    for (const { kind, metadata, spec } of built)
      if (kind === 'Deployment')
        expect([metadata.name, spec.replicas]).toEqual([
          metadata.name,
          scaled.includes(metadata.name) ? undefined : 1,
        ]);
    expect(scaled.length).toBe(path.endsWith('single-machine') ? 0 : 7);
  });

  it.each([...OVERLAYS, ...MIGRATIONS])('finds every key of its secrets in %s', async (path) => {
    const added = MIGRATIONS.includes(path) ? [] : ['sign-in'];
    const needed = podsOf(await workshop.buildWith(path, added)).flatMap(readBy);
    expect(needed.length).toBeGreaterThanOrEqual(4);
    const analytics = path.endsWith('citus') ? 'analytics-citus' : 'analytics';
    expect(needed).toContain(`${analytics} database-url`);
    const made = await secretsMade();
    const missing = needed.filter((key) => !made.includes(key));
    expect(missing).toEqual(added.length === 0 ? [] : IN_WORDS);
  });

  it('spreads the tables of analytics on Citus', () => {
    const job = workshop
      .build('migrations-citus')
      .find(({ metadata }) => metadata.name === 'analytics-migrate');
    expect(
      podsOf(job ? [job] : []).flatMap(({ containers }) => containers.map(({ command }) => command)),
    ).toEqual([['node', 'src/migrate.ts', '--distribute']]);
  });
});

it('the README lists every component, and no other', async () => {
  const entries = await readdir(new URL('components/', FOLDER), { withFileTypes: true });
  const components = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const text = await readFile(new URL('README.md', FOLDER), 'utf8');
  const [, section = ''] = text.split('\n## Components\n');
  const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(components.sort());
});

it('the lines of the README make the authorities that the component mounts', async () => {
  const made = (await callsOf('Your own certificate authorities')).filter((call) =>
    call.includes('configmap'),
  );
  expect(made.map((call) => call.slice(call.indexOf('create')))).toEqual([
    ['create', 'configmap', 'own-ca', '--from-file=ca.pem'],
  ]);
  const mounted = JSON.stringify(await manifestsIn('components/own-ca/own-ca.yaml'));
  expect(mounted).toContain('"configMap":{"name":"own-ca","items":[{"key":"ca.pem","path":"ca.pem"}]}');
  for (const heading of ['Install', 'Analytics on Citus'])
    for (const call of await callsOf(heading))
      for (const word of call.filter((one) => /postgres:|redis/.test(one)))
        // Anything less doesn't hold the certificate against the authorities.
        expect(word).toMatch(/\?sslmode=verify-full$|=rediss:/);
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
  expect([...needed].filter((key) => !made.includes(key))).toEqual(IN_WORDS);
  const text = await readFile(new URL('README.md', FOLDER), 'utf8');
  for (const key of IN_WORDS) expect(text).toContain(`\`${key.split(' ')[1] ?? ''}\``);
});
