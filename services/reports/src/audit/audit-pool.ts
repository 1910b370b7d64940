import { Worker } from 'node:worker_threads';
import { withDeadline } from '@platform/runtime';
import type { FoundLibrary } from '../page/libraries/recognise-libraries.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';
import type { AuditReport } from './audit.ts';
import type { Discovery } from './discover-resources.ts';
import type { PageSurvey } from './survey-page.ts';
import type { WorkerTask, WorkerAnswer, WorkerMessage } from './audit-worker.ts';

/** The page exceeded its time or memory limit, and its thread was terminated. */
export class AuditAbandonedError extends Error {
  override name = 'AuditAbandonedError';
}

export interface AuditPool {
  /** Lists the files a page refers to. @throws AuditAbandonedError when the page takes too long */
  discover(html: string, url: string): Promise<Discovery>;
  /** The libraries in a script. @throws AuditAbandonedError when it takes too long */
  recognise(code: string): Promise<FoundLibrary[]>;
  /** Audits artifacts. @throws AuditAbandonedError when the page takes too long */
  audit(artifacts: PageArtifacts): Promise<AuditReport>;
  /** Looks a page of a crawl over. @throws AuditAbandonedError when the page takes too long */
  survey(artifacts: PageArtifacts): Promise<PageSurvey>;
  /** Terminates the threads and rejects all waiting and running tasks. */
  close(): Promise<void>;
}

export interface AuditPoolOptions {
  /** Number of threads; they start when first needed. */
  size?: number;
  /** Milliseconds of processor time that one page may take. */
  timeoutMs?: number;
  /** Milliseconds by the clock, for a thread that waits for a processor. */
  backstopMs?: number;
  /** MiB of heap per thread. */
  memoryMb?: number;
}

interface Job {
  task: WorkerTask;
  /** True for the second attempt, the last one. */
  isRetry: boolean;
  resolve: (answer: WorkerAnswer) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  ready: boolean;
  job: Job | null;
  timer: NodeJS.Timeout | null;
  /** Microseconds that the thread had run when its job began. */
  processorTime: number;
  /** Microseconds that the whole process had run then. */
  processTime: number;
}

/** Microseconds of processor time of all threads of this process so far. */
const processTimeSoFar = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const unexpected = (answer: WorkerAnswer): Error =>
  new Error(answer.kind === 'failed' ? answer.message : 'The thread answered another question');

const SHORTEST_WATCH_MS = 20;
/** A thread in one long native call doesn’t say how long it has run. */
const UNANSWERED_MS = 500;

/**
 * Threads that parse and audit pages. A hostile page holds up nobody else: after 2 s of processor
 * time its thread is terminated and replaced, and the page gets one more try behind those that wait.
 * Neither queueing nor a thread’s start counts, nor waiting for a processor on a busy machine.
 */
export const createAuditPool = ({
  size = 2,
  timeoutMs = 2000,
  backstopMs = 15 * timeoutMs,
  memoryMb = 512,
}: AuditPoolOptions = {}): AuditPool => {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let closed = false;

  const start = (): void => {
    const worker = new Worker(new URL('./audit-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const thread: Thread = { worker, ready: false, job: null, timer: null, processorTime: 0, processTime: 0 };
    threads.add(thread);
    worker.unref();
    worker.on('message', ({ answer, processorTime }: WorkerMessage) => {
      thread.processorTime = processorTime;
      if (answer.kind === 'ready') thread.ready = true;
      else
        settle(thread, (job) => {
          job.resolve(answer);
        });
      dispatch();
    });
    worker.on('error', (error: Error) => {
      // A thread that can't even start would be restarted forever, so waiting tasks are rejected.
      if (!thread.ready)
        waiting.splice(0).forEach((job) => {
          job.reject(error);
        });
      retire(thread, new AuditAbandonedError(`The page broke its thread: ${error.message}`));
    });
  };

  const dispatch = (): void => {
    for (const thread of threads) {
      if (!thread.ready || thread.job !== null) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      thread.job = job;
      thread.processTime = processTimeSoFar();
      thread.worker.ref();
      watch(thread, job, Math.min(timeoutMs, backstopMs), performance.now());
      thread.worker.postMessage(job.task);
    }
    const starting = [...threads].filter(({ ready }) => !ready).length;
    if (waiting.length > starting && threads.size < size) start();
  };

  /**
   * The milliseconds that a thread has run its job. One that doesn’t answer is in a long native call,
   * or gets no processor: then what the whole process has run meanwhile, which can’t be less.
   */
  const spent = async ({ worker, processorTime, processTime }: Thread): Promise<number> => {
    const usage = await withDeadline(worker.cpuUsage(), UNANSWERED_MS).catch(() => undefined);
    const microseconds =
      usage === undefined ? processTimeSoFar() - processTime : usage.user + usage.system - processorTime;
    return microseconds / 1000;
  };

  /** Ends a job that is still running when its processor time is used up. */
  const watch = (thread: Thread, job: Job, milliseconds: number, startedAt: number): void => {
    const look = async (): Promise<void> => {
      const left = timeoutMs - (await spent(thread));
      if (thread.job !== job) return;
      if (left > 0 && performance.now() - startedAt < backstopMs) {
        watch(thread, job, Math.max(left, SHORTEST_WATCH_MS), startedAt);
        return;
      }
      if (!job.isRetry && !closed) {
        thread.job = null;
        waiting.push({ ...job, isRetry: true });
      }
      retire(thread, new AuditAbandonedError(`The page took longer than ${timeoutMs} ms`));
    };
    thread.timer = setTimeout(() => void look(), milliseconds);
  };

  const settle = (thread: Thread, finish: (job: Job) => void): void => {
    const { job, timer } = thread;
    thread.job = null;
    thread.timer = null;
    if (timer !== null) clearTimeout(timer);
    thread.worker.unref();
    if (job !== null) finish(job);
  };

  const retire = (thread: Thread, error: Error): void => {
    if (!threads.delete(thread)) return;
    void thread.worker.terminate();
    settle(thread, (job) => {
      job.reject(error);
    });
    if (!closed) dispatch();
  };

  const run = (task: WorkerTask): Promise<WorkerAnswer> => {
    if (closed) return Promise.reject(new AuditAbandonedError('The audit pool is closed'));
    return new Promise((resolve, reject) => {
      waiting.push({ task, isRetry: false, resolve, reject });
      dispatch();
    });
  };

  return {
    async discover(html, url) {
      const answer = await run({ kind: 'discover', html, url });
      if (answer.kind === 'discover') return answer.value;
      throw unexpected(answer);
    },
    async recognise(code) {
      const answer = await run({ kind: 'recognise', code });
      if (answer.kind === 'recognise') return answer.value;
      throw unexpected(answer);
    },
    async audit(artifacts) {
      const answer = await run({ kind: 'audit', artifacts });
      if (answer.kind === 'audit') return answer.value;
      throw unexpected(answer);
    },
    async survey(artifacts) {
      const answer = await run({ kind: 'survey', artifacts });
      if (answer.kind === 'survey') return answer.value;
      throw unexpected(answer);
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
};
