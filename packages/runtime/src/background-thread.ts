import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { ThreadError } from './thread-error.ts';
import type { ThreadAnswer, ThreadCall, ThreadFunctions } from './serve-thread.ts';

export interface BackgroundThreadOptions {
  /** Module that the thread runs; it calls `serveThread`. */
  entry: URL;
  /** Given to the module as `workerData`. */
  data: unknown;
  /** Size of the thread's heap; a call that needs more fails, and the process goes on. */
  memoryMegabytes: number;
  /** How long a call may take, waiting included. */
  milliseconds: number;
  /** Calls under way at once. */
  atOnce: number;
  /** Calls that may wait for others. */
  mostWaiting: number;
  /** Called when the thread ends without having been asked to. */
  onEnd: (cause: unknown) => void;
}

/** A thread for work that would hold up the process's event loop. */
export interface BackgroundThread<Functions extends ThreadFunctions> {
  /**
   * Calls a function of the thread. Argument and result are copied, as structuredClone does.
   * @throws ThreadError if the thread is busy, too slow, or ends
   */
  readonly call: <Name extends keyof Functions & string>(
    name: Name,
    argument: Parameters<Functions[Name]>[0],
  ) => ReturnType<Functions[Name]>;
  /** Ends the thread, and resolves when it has ended. */
  readonly stop: () => Promise<void>;
}

interface Pending extends PromiseWithResolvers<unknown> {
  readonly call: ThreadCall;
  readonly deadline: NodeJS.Timeout;
}

const STOP_MILLISECONDS = 5_000;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

const lossOf = (cause: unknown): ThreadError => {
  const isMemory = (cause as { code?: unknown } | undefined)?.code === OUT_OF_MEMORY;
  return isMemory
    ? new ThreadError('memory', 'The thread ran out of memory.', cause)
    : new ThreadError('ended', 'The thread ended.', cause);
};

/**
 * Describes a thread that starts with the first call, and again with the next one after it ended. A
 * call that takes too long ends the thread, as it may never come back; others that were under way
 * are made again, so calls must change nothing.
 */
export const createBackgroundThread = <Functions extends ThreadFunctions>(
  options: BackgroundThreadOptions,
): BackgroundThread<Functions> => {
  const { entry, data, memoryMegabytes, milliseconds, atOnce, mostWaiting, onEnd } = options;
  const waiting: Pending[] = [];
  const underWay = new Map<number, Pending>();
  let worker: Worker | undefined;
  let lastId = 0;
  let isStopped = false;

  const settle = ({ id, ...answer }: ThreadAnswer): void => {
    const pending = underWay.get(id);
    if (!pending) return;
    underWay.delete(id);
    clearTimeout(pending.deadline);
    if ('error' in answer) pending.reject(answer.error);
    else pending.resolve(answer.result);
    pump();
  };

  const start = (): Worker => {
    const started = new Worker(entry, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    });
    let cause: unknown;
    started.on('message', settle);
    started.on('error', (error) => {
      cause = error;
    });
    started.once('exit', () => {
      if (worker !== started) return;
      worker = undefined;
      if (!isStopped) onEnd(cause);
      const lost = [...underWay.values()];
      underWay.clear();
      for (const { deadline, reject } of lost) {
        clearTimeout(deadline);
        reject(lossOf(cause));
      }
      pump();
    });
    // An idle thread must not keep the process alive.
    started.unref();
    return started;
  };

  /** Lets calls begin while there is room. */
  const pump = (): void => {
    while (underWay.size < atOnce) {
      const next = waiting.shift();
      if (!next) return;
      underWay.set(next.call.id, next);
      worker ??= start();
      worker.postMessage(next.call);
    }
  };

  /** Ends the thread in whatever it does; the calls under way will be made by its successor. */
  const replace = (): void => {
    const old = worker;
    worker = undefined;
    waiting.unshift(...underWay.values());
    underWay.clear();
    void old?.terminate();
    pump();
  };

  const giveUp = (pending: Pending): void => {
    pending.reject(new ThreadError('late', `The thread took longer than ${milliseconds} ms.`));
    if (underWay.delete(pending.call.id)) replace();
    else waiting.splice(waiting.indexOf(pending), 1);
  };

  const call = (name: string, argument: unknown): Promise<unknown> => {
    if (isStopped) return Promise.reject(lossOf(undefined));
    if (underWay.size >= atOnce && waiting.length >= mostWaiting)
      return Promise.reject(new ThreadError('busy', `${waiting.length} calls are waiting for the thread.`));
    lastId += 1;
    const deadline = setTimeout(() => {
      giveUp(pending);
    }, milliseconds);
    const pending: Pending = {
      ...Promise.withResolvers<unknown>(),
      call: { id: lastId, name, argument },
      deadline,
    };
    waiting.push(pending);
    pump();
    return pending.promise;
  };

  return {
    call: (name, argument) => call(name, argument) as ReturnType<Functions[typeof name]>,

    async stop() {
      isStopped = true;
      for (const { deadline, reject } of waiting.splice(0)) {
        clearTimeout(deadline);
        reject(lossOf(undefined));
      }
      const last = worker;
      if (!last) return;
      const { promise: ended, resolve } = Promise.withResolvers<unknown>();
      last.once('exit', resolve);
      last.ref();
      last.postMessage('stop');
      await Promise.race([ended, sleep(STOP_MILLISECONDS, undefined, { ref: false })]);
      await last.terminate();
    },
  };
};
