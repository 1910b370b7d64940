import { readdirSync, readFileSync } from 'node:fs';

/** A process, distinguishable from a later one with the same number. */
export interface ProcessInstance {
  readonly pid: number;
  readonly startedAt: string;
}

interface ProcessState extends ProcessInstance {
  readonly parent: number;
  readonly state: string;
}

const PAGE_BYTES = 4096;

/** Fields of proc_pid_stat(5); undefined when the process has gone. */
const stateOf = (pid: number): ProcessState | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name that precedes them, in brackets, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, state: fields[0] ?? '', parent: Number(fields[1]), startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
};

const allProcesses = (): ProcessState[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => stateOf(Number(name)) ?? []);
  } catch {
    return [];
  }
};

/** A process with all its descendants, read from Linux’s /proc; empty elsewhere. */
export const processTree = (root: number): readonly ProcessInstance[] => {
  const all = allProcesses();
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
};

/**
 * Bytes of memory that processes hold: the private memory of each, plus the largest shared part of
 * any one of them. (Adding up the shared parts would count them several times.)
 */
export const memoryOf = (processes: readonly ProcessInstance[]): number => {
  let own = 0;
  let shared = 0;
  for (const { pid } of processes) {
    try {
      const [, resident = 0, sharedPages = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8')
        .split(' ')
        .map(Number);
      own += resident - sharedPages;
      shared = Math.max(shared, sharedPages);
    } catch {
      // It has gone.
    }
  }
  return (own + shared) * PAGE_BYTES;
};

/** Kills those processes that are still there. */
export const killProcesses = (processes: readonly ProcessInstance[]): void => {
  for (const { pid, startedAt } of processes) {
    if (stateOf(pid)?.startedAt !== startedAt) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has gone meanwhile.
    }
  }
};
