import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { provideLater, withDeadline } from '@platform/runtime';
import type { Logger } from '@platform/runtime';

import type { BoundHeaders } from '../credentials/credential-vault.ts';
import type { Rendering, RenderReason } from '../page/browser-facts.ts';
import type { BrowserAnswer, BrowserTask, BrowserStart } from './browser-worker.ts';
import type { RenderedPage, RenderOptions } from './render-page.ts';

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
class BrowserLostError extends Error {
  override name = 'BrowserLostError';
  readonly reason: 'crash' | 'memory';

  constructor(reason: 'crash' | 'memory') {
    super(reason === 'memory' ? 'The browser held too much memory.' : 'The browser ended.');
    this.reason = reason;
  }
}

/** A Chromium and its driver, in separate processes. */
interface BrowserProcess {
  /** @throws an error when the task took too long or the process ended: it can't be used again */
  perform(task: BrowserTask, milliseconds: number): Promise<BrowserAnswer>;
  /** Ends it, by force if it doesn’t exit by itself. */
  close(): Promise<void>;
}

const MODULE = fileURLToPath(new URL('./browser-worker.ts', import.meta.url));
/** Variables that Chromium and Node.js need. The rest of the environment may hold secrets. */
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
const startBrowserProcess = async (options: BrowserProcessOptions): Promise<BrowserProcess> => {
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

/** The browser's only way out to the network. */
export interface BrowserProxy {
  readonly url: string;
  close(): Promise<void>;
}

export interface BrowserHostDeps {
  guard: { startProxy(): Promise<BrowserProxy> };
  /** Where to look for Chromium; see `findChromium`. */
  env: Readonly<Record<string, string | undefined>>;
  logger: Logger;
  /** Allows the browser to run without its sandbox, because it has its own container. */
  isContained?: boolean;
  /** Milliseconds for a page and all its requests together. The browser is killed after that. */
  pageTimeout?: number;
  /** Bytes that the browser’s processes may hold together; beyond that they are killed. */
  memoryLimit?: number;
}

/** Prints one of our HTML documents on A4. @returns null without a browser */
export type PrintPage = (markup: string) => Promise<Buffer | null>;

/** A page as a browser shows it, or null, and how it was rendered. */
export interface RenderOutcome {
  readonly page: RenderedPage | null;
  readonly rendering: Rendering;
}

export interface BrowserHost {
  /**
   * Renders a page in a fresh context, one page at a time; bound headers go to their origin only.
   * Tries once more where the machine was busy and the page looks worse for it.
   */
  render(url: string, bound: BoundHeaders | null, options?: RenderOptions): Promise<RenderOutcome>;
  print: PrintPage;
  close(): Promise<void>;
}

const PAGE_TIMEOUT = 30_000;
const MEMORY_LIMIT = 1280 * 1024 ** 2;
/** A new browser after so many pages, so that leaks don’t add up. */
const PAGES_PER_BROWSER = 50;
const IDLE_MILLISECONDS = 60_000;

/** Below this share of the best benchmark index so far, the machine has other work. */
const BUSY_SHARE = 0.6;
/** Processes that wait for each processor of a busy machine, for when nothing was measured. */
const BUSY_LOAD = 1.5;
/** Lighthouse's limits of good values: with both, a busy machine did no harm. */
const GOOD = { lcp: 2500, tbt: 200 } as const;

/** Outcome of a task: its answer, or why it has none. */
type Attempt = { readonly answer: BrowserAnswer } | { readonly reason: RenderReason };

const outcomeOf = (attempt: Attempt, attempts: number): RenderOutcome => {
  const answer = 'answer' in attempt ? attempt.answer : null;
  if (answer?.kind === 'rendered') {
    const { page } = answer;
    const { partial: reason, pending, benchmarkIndex } = page;
    const screenshots = page.screenshots.map(({ device, image }) => ({ device, image: Buffer.from(image) }));
    return {
      page: { ...page, screenshots },
      rendering: {
        state: reason === null ? 'complete' : 'partial',
        reason,
        pending: [...pending],
        benchmarkIndex,
        attempts,
      },
    };
  }
  const told = answer?.kind === 'failed' ? answer : null;
  const reason = 'reason' in attempt ? attempt.reason : (told?.reason ?? 'crash');
  return { page: null, rendering: failedRendering(reason, told?.benchmarkIndex ?? null, attempts) };
};

/** A rendering that gave no page. */
export const failedRendering = (
  reason: RenderReason,
  benchmarkIndex: number | null = null,
  attempts = 1,
): Rendering => ({ state: 'failed', reason, pending: [], benchmarkIndex, attempts });

const RANKS = { complete: 2, partial: 1, failed: 0 } as const;

/** Picks the outcome with more facts: the more complete, else the one from the faster machine. */
const betterOf = (first: RenderOutcome, second: RenderOutcome): RenderOutcome => {
  const [a, b] = [first.rendering, second.rendering];
  const ranks = RANKS[b.state] - RANKS[a.state];
  const better =
    ranks > 0 || (ranks === 0 && (b.benchmarkIndex ?? 0) > (a.benchmarkIndex ?? 0)) ? second : first;
  return { ...better, rendering: { ...better.rendering, attempts: b.attempts } };
};

/** True if a busy machine may have made a page look worse. */
const looksHarmed = ({ page, rendering }: RenderOutcome): boolean => {
  if (page === null || rendering.state !== 'complete') return rendering.reason !== 'no_browser';
  const { lcp, tbt } = page.facts.metrics;
  return (lcp ?? 0) > GOOD.lcp || (tbt ?? 0) > GOOD.tbt;
};

/** Keeps one browser for untrusted pages. It starts when needed and ends when idle. */
export const createBrowserHost = (deps: BrowserHostDeps): BrowserHost => {
  const { guard, env, logger, isContained = false } = deps;
  const { pageTimeout = PAGE_TIMEOUT, memoryLimit = MEMORY_LIMIT } = deps;
  let running: Promise<{ browser: BrowserProcess; proxy: BrowserProxy }> | undefined;
  let pages = 0;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let bestIndex = 0;

  const launch = async () => {
    await provideLater('browser');
    const proxy = await guard.startProxy();
    try {
      const options = { env, proxyUrl: proxy.url, isContained, memoryLimit };
      return { browser: await startBrowserProcess(options), proxy };
    } catch (error) {
      await proxy.close();
      throw error;
    }
  };
  const stop = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = running;
    running = undefined;
    pages = 0;
    const parts = await ending?.catch(() => undefined);
    await parts?.browser.close();
    await parts?.proxy.close();
  };
  const use = async (name: string, task: BrowserTask): Promise<Attempt> => {
    clearTimeout(idle);
    let isLaunched = false;
    try {
      running ??= launch();
      const { browser } = await running;
      isLaunched = true;
      pages += 1;
      const answer = await browser.perform(task, pageTimeout);
      if (answer.kind === 'failed')
        logger.info({ task: name, reason: answer.message }, 'the browser got no page');
      return { answer };
    } catch (error) {
      logger.warn({ err: error, task: name }, 'the browser failed');
      await stop();
      if (!isLaunched) return { reason: 'no_browser' };
      return { reason: error instanceof BrowserLostError ? error.reason : 'timeout' };
    } finally {
      if (pages >= PAGES_PER_BROWSER) await stop();
      else idle = setTimeout(() => void stop(), IDLE_MILLISECONDS).unref();
    }
  };

  const inTurn = (name: string, task: BrowserTask) => {
    const turn = last.then(() => use(name, task));
    last = turn;
    return turn;
  };

  const isBusy = (index: number | null): boolean => {
    if (index === null) return (loadavg()[0] ?? 0) > BUSY_LOAD * availableParallelism();
    bestIndex = Math.max(bestIndex, index);
    return index < BUSY_SHARE * bestIndex;
  };

  return {
    async render(url, bound, options = {}) {
      const attempt = () => inTurn('rendering', { kind: 'render', url, bound, ...options });
      const first = outcomeOf(await attempt(), 1);
      if (!isBusy(first.rendering.benchmarkIndex) || !looksHarmed(first)) return first;
      const second = outcomeOf(await attempt(), 2);
      isBusy(second.rendering.benchmarkIndex);
      return betterOf(first, second);
    },
    async print(markup) {
      const attempt = await inTurn('printing', { kind: 'print', markup });
      return 'answer' in attempt && attempt.answer.kind === 'printed'
        ? Buffer.from(attempt.answer.pdf)
        : null;
    },
    async close() {
      await last;
      await stop();
    },
  };
};
