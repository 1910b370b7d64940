import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { withDeadline } from '@platform/runtime';

import type { BrowserAnswer, BrowserStart, BrowserTask } from './browser-tasks.ts';

/** A process, distinguishable from a later one with the same number. */
interface ProcessInstance {
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
const memoryOf = (processes: readonly ProcessInstance[]): number => {
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
const killProcesses = (processes: readonly ProcessInstance[]): void => {
  for (const { pid, startedAt } of processes) {
    if (stateOf(pid)?.startedAt !== startedAt) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has gone meanwhile.
    }
  }
};

interface BrowserProcessOptions {
  /** Where to look for Chromium. Nothing else of the environment is passed on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly proxyUrl: string;
  readonly isContained: boolean;
  /** Bytes that the process and Chromium may hold together. */
  readonly memoryLimit: number;
}

/** The processes ended in the middle of a task: by themselves, or because they held too much memory. */
export class BrowserLostError extends Error {
  override name = 'BrowserLostError';
  readonly reason: 'crash' | 'memory';

  constructor(reason: 'crash' | 'memory') {
    super(reason === 'memory' ? 'The browser held too much memory.' : 'The browser ended.');
    this.reason = reason;
  }
}

/** A Chromium and its driver, in separate processes. */
export interface BrowserProcess {
  /** @throws an error when the task took too long or the process ended: it can't be used again */
  perform(task: BrowserTask, milliseconds: number): Promise<BrowserAnswer>;
  /** Ends it, by force if it doesn’t exit by itself. */
  close(): Promise<void>;
}

const MODULE = fileURLToPath(new URL('./browser-worker.ts', import.meta.url));
/** What Chromium and Node.js need from the environment. The rest may hold secrets. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TZ', 'XDG_CACHE_HOME', 'LD_LIBRARY_PATH', 'CHROMIUM_PATH'];
const NOBODY = 65_534;
/** Unpacking Chromium takes a few seconds the first time. */
const START_TIMEOUT = 60_000;
const CLOSE_TIMEOUT = 5000;
const WATCH_MILLISECONDS = 250;
const DRIVER_HEAP_MIB = 256;

/**
 * Starts a browser for untrusted pages. When its processes hold too much memory, they are killed,
 * whatever they are doing. @throws an error that says why there is no browser
 */
export const startBrowserProcess = async (options: BrowserProcessOptions): Promise<BrowserProcess> => {
  const { env, proxyUrl, isContained, memoryLimit } = options;
  // Profiles go here. A process that is killed doesn’t clean up.
  const folder = await mkdtemp(join(tmpdir(), 'report-browser-'));
  // Where we are root, Chromium runs as nobody.
  if (process.getuid?.() === 0) await chown(folder, NOBODY, NOBODY);
  const start: BrowserStart = { proxyUrl, cacheParent: tmpdir(), isContained };
  const passedOn = Object.fromEntries(PASSED_ON.map((name) => [name, env[name]]));
  const child = fork(MODULE, [JSON.stringify(start)], {
    env: { ...passedOn, TMPDIR: folder },
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${DRIVER_HEAP_MIB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let cause: BrowserLostError['reason'] = 'crash';
  /**
   * The processes last seen: when the driver dies, those it leaves behind no longer have a parent.
   */
  let tree: readonly ProcessInstance[] = [];
  let waiting: PromiseWithResolvers<BrowserAnswer> | undefined;
  const kill = (): void => {
    killProcesses([...processTree(child.pid ?? 0), ...tree]);
    child.kill('SIGKILL');
  };
  const watch = setInterval(() => {
    tree = processTree(child.pid ?? 0);
    if (memoryOf(tree) <= memoryLimit) return;
    cause = 'memory';
    kill();
  }, WATCH_MILLISECONDS);
  const ended = once(child, 'exit').then(async () => {
    clearInterval(watch);
    killProcesses(tree);
    waiting?.reject(new BrowserLostError(cause));
    await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }).catch(() => undefined);
  });
  child.on('error', (error) => waiting?.reject(error));
  child.on('message', (answer: BrowserAnswer) => waiting?.resolve(answer));

  const answer = async (milliseconds: number): Promise<BrowserAnswer> => {
    waiting = Promise.withResolvers();
    if (child.exitCode !== null || child.signalCode !== null) waiting.reject(new BrowserLostError('crash'));
    return withDeadline(waiting.promise, milliseconds);
  };
  try {
    const first = await answer(START_TIMEOUT);
    if (first.kind === 'failed') throw new Error(first.message);
  } catch (error) {
    kill();
    await ended;
    throw error;
  }

  return {
    perform(task, milliseconds) {
      const answered = answer(milliseconds);
      if (child.connected) child.send(task);
      return answered;
    },
    async close() {
      if (child.connected) child.disconnect();
      await withDeadline(ended, CLOSE_TIMEOUT).catch(kill);
      await ended;
    },
  };
};
