import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { paste } from '../paste.ts';
import { readBlocks } from '../read-blocks.ts';
import type { Container } from './process-settings.ts';

/** Writes down what it is called with: words on a line, apart by tabs. */
const KUBECTL = `#!/bin/sh
for word in "$@"; do printf '%s\\t' "$word" >>"$CALLS"; done
echo >>"$CALLS"
`;

/** Runs a README section's lines, and returns their calls of kubectl. */
const runLines = async (heading: string): Promise<string[][]> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-kubectl-'));
  try {
    await writeFile(join(folder, 'kubectl'), KUBECTL);
    await chmod(join(folder, 'kubectl'), 0o755);
    const [lines = ''] = readBlocks('deploy/kubernetes/README.md', heading, 'sh');
    const file = join(folder, 'calls');
    await paste(`cd deploy/kubernetes\n${lines}`, {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      CALLS: file,
    });
    const written = await readFile(file, 'utf8');
    return written
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t').slice(0, -1));
  } finally {
    await rm(folder, { recursive: true });
  }
};

const calls = new Map<string, string[][]>();

/** The same, of lines that run once. */
export const callsOf = async (heading: string): Promise<string[][]> => {
  const made = calls.get(heading) ?? (await runLines(heading));
  calls.set(heading, made);
  return made;
};

export const after = (call: readonly string[], word: string): string | undefined =>
  call.includes(word) ? call[call.indexOf(word) + 1] : undefined;

/** The reader's own kustomizations, by their paths, which a section of the README has in its blocks. */
export const ownFiles = (heading: string): Map<string, string> =>
  new Map(
    readBlocks('deploy/kubernetes/README.md', heading, 'yaml').map((block) => [
      /^# (\S+)\n/.exec(block)?.[1] ?? '',
      block,
    ]),
  );

export interface Pod {
  volumes?: { secret?: { secretName: string } }[];
  containers: Container[];
}

/** Lists the secrets that a pod reads: their names with a key of each. */
export const readBy = ({ volumes = [], containers }: Pod): string[] => {
  const variables = containers.flatMap(({ env = [] }) => env);
  const files = variables.flatMap(({ value = '' }) => /^\/secrets\/(.+)$/.exec(value)?.[1] ?? []);
  return [
    ...volumes.flatMap(({ secret }) => files.flatMap((key) => (secret ? `${secret.secretName} ${key}` : []))),
    ...variables.flatMap(({ valueFrom }) =>
      valueFrom?.secretKeyRef ? `${valueFrom.secretKeyRef.name} ${valueFrom.secretKeyRef.key}` : [],
    ),
  ];
};

/** Lists those that the README has the reader make. */
export const secretsMade = async (): Promise<string[]> =>
  [...(await callsOf('Install')), ...(await callsOf('Analytics on Citus'))]
    .filter((call) => call.includes('secret'))
    .flatMap((call) => {
      const keys = call.flatMap((word) => /^--from-literal=([\w-]+)=./.exec(word)?.[1] ?? []);
      return keys.map((key) => `${after(call, 'generic') ?? ''} ${key}`);
    });

/** Keys of secrets that only some readers need, so the README asks for them in words. */
export const IN_WORDS = ['gateway oidc-client-secret'];
