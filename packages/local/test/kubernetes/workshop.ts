import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { sayIsSkipped } from '@platform/testing';

import { FOLDER, parseManifests } from './read-manifests.ts';
import type { Manifest } from './read-manifests.ts';

export const OVERLAYS = ['overlays/production', 'overlays/single-machine', 'overlays/citus'];
export const MIGRATIONS = ['migrations', 'migrations-citus'];

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

/** `describe` where there is kubectl; elsewhere the suite is skipped aloud. */
export const describeWithKubectl = (title: string, suite: () => void): void => {
  if (!hasKubectl) sayIsSkipped(title, 'There is no kubectl on the PATH.');
  (hasKubectl ? describe : describe.skip)(title, suite);
};

/** A copy of `deploy/kubernetes`, for kustomizations of a reader's own in it. */
export interface Workshop {
  /** Returns what kustomize makes of a folder. */
  build: (path: string) => readonly Manifest[];
  /** The same, with components as a reader adds them to an overlay. */
  buildWith: (path: string, components: readonly string[]) => Promise<readonly Manifest[]>;
  remove: () => Promise<void>;
}

/** Makes a workshop, with files by their paths, in which everything is built once. */
export const openWorkshop = async (files: Iterable<[path: string, text: string]>): Promise<Workshop> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-kustomize-'));
  await cp(FOLDER, folder, { recursive: true });
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const [path, text] of files) await write(path, text);

  // The builds of two folders are mostly the same.
  const documents = new Map<string, readonly Manifest[]>();
  const parse = (document: string): readonly Manifest[] => {
    const manifests = documents.get(document) ?? parseManifests(document);
    documents.set(document, manifests);
    return manifests;
  };
  const builds = new Map<string, readonly Manifest[]>();
  const build = (path: string): readonly Manifest[] => {
    const before = builds.get(path);
    if (before) return before;
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(folder, path)], {
      encoding: 'utf8',
      // It ends before collecting garbage is worth a third of its time.
      env: { ...process.env, GOGC: 'off', GOMAXPROCS: '1' },
    });
    if (status !== 0) throw new Error(stderr);
    const built = stdout.split(/^---\n/m).flatMap(parse);
    builds.set(path, built);
    return built;
  };
  const buildWith = async (path: string, components: readonly string[]): Promise<readonly Manifest[]> => {
    if (components.length === 0) return build(path);
    const own = `own/${[path, ...components].join('-').replaceAll('/', '-')}`;
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: [`../../${path}`],
      components: components.map((name) => `../../components/${name}`),
    };
    await write(`${own}/kustomization.yaml`, JSON.stringify(kustomization));
    return build(own);
  };
  return { build, buildWith, remove: () => rm(folder, { recursive: true }) };
};
