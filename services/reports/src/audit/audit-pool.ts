import { Worker } from 'node:worker_threads';
import type { PageArtifacts } from '../checks/page-artifacts.ts';
import type { AuditReport } from './audit.ts';
import type { Discovery } from './discover-resources.ts';

export type WorkerTask =
  { kind: 'discover'; html: string; url: string } | { kind: 'audit'; artifacts: PageArtifacts };

export type WorkerAnswer =
  | { kind: 'ready' }
  | { kind: 'discover'; value: Discovery }
  | { kind: 'audit'; value: AuditReport }
  | { kind: 'failed'; message: string };

/** The page took longer than its time, or more memory than its share, and its thread was ended. */
export class AuditAbandonedError extends Error {
  override name = 'AuditAbandonedError';
}

export interface AuditPool {
  /** What the page names; rejects with `AuditAbandonedError` for a page that takes too long. */
  discover(html: string, url: string): Promise<Discovery>;
  /** The audit of the artifacts; rejects with `AuditAbandonedError` likewise. */
  audit(artifacts: PageArtifacts): Promise<AuditReport>;
  /** Ends the threads. What waits or runs is rejected. */
  close(): Promise<void>;
}

export interface AuditPoolOptions {
  /** Threads; they start when first needed. */
  size?: number;
  /** Milliseconds that one page may take once it has a thread. */
  timeoutMs?: number;
  /** MiB of heap that one thread may use. */
  memoryMb?: number;
}

interface Job {
  task: WorkerTask;
  resolve: (answer: WorkerAnswer) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  ready: boolean;
  job: Job | null;
  timer: NodeJS.Timeout | null;
}

/**
 * Threads that parse and audit pages, so that a hostile page holds up nobody else: it is ended after 2 s and its thread
 * replaced. Pages wait in line for a free thread; waiting and a thread's start don't count as the page's time.
 */
export function createAuditPool({
  size = 2,
  timeoutMs = 2000,
  memoryMb = 512,
}: AuditPoolOptions = {}): AuditPool {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let closed = false;

  function start(): void {
    const worker = new Worker(new URL('./audit-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const thread: Thread = { worker, ready: false, job: null, timer: null };
    threads.add(thread);
    worker.unref();
    worker.on('message', (answer: WorkerAnswer) => {
      if (answer.kind === 'ready') thread.ready = true;
      else
        settle(thread, (job) => {
          job.resolve(answer);
        });
      dispatch();
    });
    worker.on('error', (error: Error) => {
      // A thread that can't even start would be started for ever: what waits is told instead.
      if (!thread.ready)
        waiting.splice(0).forEach((job) => {
          job.reject(error);
        });
      retire(thread, new AuditAbandonedError(`The page broke its thread: ${error.message}`));
    });
  }

  function dispatch(): void {
    for (const thread of threads) {
      if (!thread.ready || thread.job !== null) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      thread.job = job;
      thread.worker.ref();
      thread.timer = setTimeout(() => {
        retire(thread, new AuditAbandonedError(`The page took longer than ${timeoutMs} ms`));
      }, timeoutMs);
      thread.worker.postMessage(job.task);
    }
    const starting = [...threads].filter(({ ready }) => !ready).length;
    if (waiting.length > starting && threads.size < size) start();
  }

  function settle(thread: Thread, finish: (job: Job) => void): void {
    const { job, timer } = thread;
    thread.job = null;
    thread.timer = null;
    if (timer !== null) clearTimeout(timer);
    thread.worker.unref();
    if (job !== null) finish(job);
  }

  function retire(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return;
    void thread.worker.terminate();
    settle(thread, (job) => {
      job.reject(error);
    });
    if (!closed) dispatch();
  }

  function run(task: WorkerTask): Promise<WorkerAnswer> {
    if (closed) return Promise.reject(new AuditAbandonedError('The audit pool is closed'));
    return new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject });
      dispatch();
    });
  }

  return {
    async discover(html, url) {
      const answer = await run({ kind: 'discover', html, url });
      if (answer.kind === 'discover') return answer.value;
      throw new Error(answer.kind === 'failed' ? answer.message : 'The thread answered another question');
    },
    async audit(artifacts) {
      const answer = await run({ kind: 'audit', artifacts });
      if (answer.kind === 'audit') return answer.value;
      throw new Error(answer.kind === 'failed' ? answer.message : 'The thread answered another question');
    },
    async close() {
      closed = true;
      const gone = new AuditAbandonedError('The audit pool is closed');
      waiting.splice(0).forEach((job) => {
        job.reject(gone);
      });
      await Promise.all(
        [...threads].map((thread) => {
          retire(thread, gone);
          return thread.worker.terminate();
        }),
      );
    },
  };
}
