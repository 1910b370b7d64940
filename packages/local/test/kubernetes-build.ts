import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { sayIsSkipped } from '@platform/testing';
import { parseAllDocuments } from 'yaml';

import { FOLDER } from './kubernetes-manifests.ts';
import type { Manifest } from './kubernetes-manifests.ts';

export const OVERLAYS = ['overlays/production', 'overlays/single-machine', 'overlays/citus'];
export const MIGRATIONS = ['migrations', 'migrations-citus'];

/** `describe` where there is kubectl; elsewhere the suite is skipped aloud. */
export const describeWithKubectl = (title: string, suite: () => void): void => {
  const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
  if (!hasKubectl) sayIsSkipped(title, 'There is no kubectl on the PATH.');
  (hasKubectl ? describe : describe.skip)(title, suite);
};

/** A copy of `deploy/kubernetes`, for kustomizations of a reader's own in it. */
export interface Workshop {
  /** What kustomize makes of a folder. */
  build: (path: string) => Manifest[];
  /** The same, with components as a reader adds them to an overlay of their own. */
  buildWith: (path: string, components: readonly string[]) => Promise<Manifest[]>;
  remove: () => Promise<void>;
}

/** Makes a workshop, with files by their paths. */
export const openWorkshop = async (files: Iterable<[path: string, text: string]> = []): Promise<Workshop> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-kustomize-'));
  await cp(FOLDER, folder, { recursive: true });
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const [path, text] of files) await write(path, text);
  const build = (path: string): Manifest[] => {
    const words = ['kustomize', join(folder, path)];
    const { status, stdout, stderr } = spawnSync('kubectl', words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  };
  const buildWith = async (path: string, components: readonly string[]): Promise<Manifest[]> => {
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: [`../../${path}`],
      components: components.map((name) => `../../components/${name}`),
    };
    await write('own/more/kustomization.yaml', JSON.stringify(kustomization));
    return build('own/more');
  };
  return { build, buildWith, remove: () => rm(folder, { recursive: true }) };
};
