import { setTimeout as sleep } from 'node:timers/promises';

import type { Fault } from './fault.ts';
import { nothing } from './fault.ts';
import { signal } from './signals.ts';
import type { Cluster } from './start-cluster.ts';

const PATIENCE_MILLISECONDS = 120_000;

const isReady = async (port: number): Promise<boolean> => {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return answer?.ok === true;
};

/** Tells a process to end, and waits until the one that replaces it is ready. */
const replace = async (cluster: Cluster, name: string): Promise<void> => {
  const port = cluster.ports.get(name) ?? 0;
  const before = cluster.members.get(name)?.pid;
  signal(cluster, name, 'SIGTERM');
  const end = Date.now() + PATIENCE_MILLISECONDS;
  while (cluster.members.get(name)?.pid === before || !(await isReady(port))) {
    if (Date.now() > end) throw new Error(`${name} was not replaced.`);
    await sleep(50);
  }
};

const BALANCED = ['gateway', 'analytics', 'reports', 'palette'] as const;
const isBalanced = (kind: string): kind is (typeof BALANCED)[number] =>
  (BALANCED as readonly string[]).includes(kind);

/**
 * Processes in turn, as Kubernetes does it: new connections go elsewhere, the process gets SIGTERM
 * and drains, and its successor gets connections when it is ready.
 */
export const replaceInTurn = async (cluster: Cluster, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    const kind = name.replace(/-\d$/, '');
    const link = isBalanced(kind) ? cluster.links[kind] : undefined;
    const all = [`${kind}-1`, `${kind}-2`].map((member) => cluster.ports.get(member) ?? 0);
    link?.lead(all.filter((port) => port !== cluster.ports.get(name)));
    await replace(cluster, name);
    link?.lead(all);
  }
};

/** Every process is replaced by one of the same version. */
export const rollingUpdate: Fault = {
  name: 'rolling update: every process replaced in turn',
  isHarmless: true,
  async begin(cluster) {
    await replaceInTurn(cluster, [...cluster.ports.keys()]);
    return nothing;
  },
};
