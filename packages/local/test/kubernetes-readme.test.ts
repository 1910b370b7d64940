import { access, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t').slice(0, -1));
  } finally {
    await rm(folder, { recursive: true });
  }
};

const after = (call: readonly string[], word: string): string | undefined =>
  call.includes(word) ? call[call.indexOf(word) + 1] : undefined;

it('the lines of the README apply what is there', async () => {
  const applied = (await callsOf('Install')).filter(([verb]) => verb === 'apply');
  expect(applied.length).toBeGreaterThanOrEqual(3);
  for (const call of applied) {
    const folder = after(call, '-k');
    const file = folder === undefined ? after(call, '-f') : `${folder}/kustomization.yaml`;
    await expect(access(new URL(file ?? '', FOLDER))).resolves.toBeUndefined();
  }
});

interface Pod {
  volumes?: { secret?: { secretName: string } }[];
  containers: { env?: { value?: string }[] }[];
}

/** What a pod reads below `/secrets`: names of secrets with a key of each. */
const readBy = ({ volumes = [], containers }: Pod): string[] =>
  volumes.flatMap(({ secret }) =>
    containers
      .flatMap(({ env = [] }) => env)
      .flatMap(({ value = '' }) => /^\/secrets\/(.+)$/.exec(value)?.[1] ?? [])
      .flatMap((key) => (secret ? `${secret.secretName} ${key}` : [])),
  );

it('the lines of the README make every secret that a pod reads', async () => {
  const made = (await callsOf('Install'))
    .filter((call) => call.includes('secret'))
    .flatMap((call) => {
      const keys = call.flatMap((word) => /^--from-literal=([\w-]+)=./.exec(word)?.[1] ?? []);
      return keys.map((key) => `${after(call, 'generic') ?? ''} ${key}`);
    });
  const needed = new Set<string>();
  for (const path of await manifestFiles())
    for (const { spec } of await manifestsIn(path)) {
      const pod = spec?.template?.spec as Pod | undefined;
      if (pod?.containers) for (const key of readBy(pod)) needed.add(key);
    }
  expect(needed.size).toBeGreaterThanOrEqual(7);
  expect([...needed].filter((key) => !made.includes(key))).toEqual([]);
});
