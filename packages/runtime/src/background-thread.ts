import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { ThreadError } from './serve-thread.ts';
import type { ThreadAnswer, ThreadCall, ThreadFunctions } from './serve-thread.ts';

export interface BackgroundThreadOptions {
  /** Module that the thread runs; it calls `serveThread`. */
  entry: URL;
  /** Given to the module as `workerData`; not to a process. */
  data: unknown;
  /**
   * Runs the module as a process of its own, for libraries in machine code: it has its own memory and its
   * own pool of threads, knows no setting of this process, and can be ended in whatever it does.
   */
  asProcess?: boolean;
  /** Size of the thread's heap; a call that needs more fails, and the process goes on. */
  memoryMegabytes: number;
  /** Ends the thread when it has had nothing to do for so long; without it, it stays. */
  idleMilliseconds?: number;
  /** How long a call may take, waiting included, but not the start of the thread. */
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
  /** True if the thread had yet to start when the call was made. */
  readonly waitsForStart: boolean;
  deadline: NodeJS.Timeout;
}

/** A busy machine may take half a minute to load a thread's modules. */
const LONGEST_START_MILLISECONDS = 120_000;

const STOP_MILLISECONDS = 5_000;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/** The thread or process that runs the module. */
interface Host {
  readonly post: (message: ThreadCall | 'stop') => void;
  readonly terminate: () => Promise<unknown>;
  /** Keeps this process alive until the host has ended. */
  readonly ref: () => void;
  readonly ended: Promise<void>;
}

interface HostEvents {
  readonly onAnswer: (answer: ThreadAnswer | 'ready') => void;
  readonly onError: (error: unknown) => void;
  readonly onExit: () => void;
}

const startThread = (
  { entry, data, memoryMegabytes }: BackgroundThreadOptions,
  { onAnswer, onError, onExit }: HostEvents,
): Host => {
  const worker = new Worker(entry, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  });
  worker.on('message', onAnswer);
  worker.on('error', onError);
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      onExit();
      resolve();
    });
  });
  // An idle thread must not keep the process alive.
  worker.unref();
  return {
    post: (message) => {
      worker.postMessage(message);
    },
    terminate: () => worker.terminate(),
    ref: () => {
      worker.ref();
    },
    ended,
  };
};

const startChild = (
  { entry, memoryMegabytes }: BackgroundThreadOptions,
  { onAnswer, onError, onExit }: HostEvents,
): Host => {
  const child = fork(fileURLToPath(entry), {
    serialization: 'advanced',
    execArgv: [...process.execArgv, `--max-old-space-size=${memoryMegabytes}`],
    // Secrets are none of its business.
    env: {},
    // V8 prints pages about a heap that is full.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (_code, signal) => {
      // V8 aborts the process whose heap is full.
      if (signal === 'SIGABRT') onError({ code: OUT_OF_MEMORY });
      onExit();
      resolve();
    });
  });
  child.on('message', (answer) => {
    onAnswer(answer as ThreadAnswer | 'ready');
  });
  child.on('error', onError);
  child.unref();
  child.channel?.unref();
  return {
    post: (message) => {
      // A call that doesn't arrive is lost with the process, which `exit` tells.
      child.send(message, () => undefined);
    },
    terminate: () => {
      child.kill('SIGKILL');
      return ended;
    },
    ref: () => {
      child.ref();
    },
    ended,
  };
};

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
  const { asProcess = false, milliseconds, idleMilliseconds, atOnce, mostWaiting, onEnd } = options;
  const waiting: Pending[] = [];
  const underWay = new Map<number, Pending>();
  let worker: Host | undefined;
  let idle: NodeJS.Timeout | undefined;
  /** When the start of the thread began, until it is ready. */
  let startsSince: number | undefined;
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

  const start = (): Host => {
    startsSince = performance.now();
    let cause: unknown;
    const started = (asProcess ? startChild : startThread)(options, {
      onAnswer: (answer) => {
        if (answer !== 'ready') settle(answer);
        else if (worker === started) startsSince = undefined;
      },
      onError: (error) => {
        cause = error;
      },
      onExit: () => {
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
      },
    });
    return started;
  };

  /** Ends the thread if nothing comes for a while. */
  const rest = (): void => {
    if (idleMilliseconds === undefined || worker === undefined) return;
    idle = setTimeout(() => {
      const old = worker;
      worker = undefined;
      void old?.terminate();
    }, idleMilliseconds).unref();
  };

  /** Lets calls begin while there is room. */
  const pump = (): void => {
    while (underWay.size < atOnce) {
      const next = waiting.shift();
      if (!next) {
        if (underWay.size === 0) rest();
        return;
      }
      clearTimeout(idle);
      underWay.set(next.call.id, next);
      worker ??= start();
      worker.post(next.call);
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

  const startDeadline = (pending: Omit<Pending, 'deadline'>): NodeJS.Timeout =>
    setTimeout(() => {
      giveUp(pending as Pending);
    }, milliseconds);

  const giveUp = (pending: Pending): void => {
    const isStarting =
      startsSince !== undefined && performance.now() - startsSince < LONGEST_START_MILLISECONDS;
    if (pending.waitsForStart && isStarting) {
      pending.deadline = startDeadline(pending);
      return;
    }
    pending.reject(new ThreadError('late', `The thread took longer than ${milliseconds} ms.`));
    if (underWay.delete(pending.call.id)) replace();
    else waiting.splice(waiting.indexOf(pending), 1);
  };

  const call = (name: string, argument: unknown): Promise<unknown> => {
    if (isStopped) return Promise.reject(lossOf(undefined));
    if (underWay.size >= atOnce && waiting.length >= mostWaiting)
      return Promise.reject(new ThreadError('busy', `${waiting.length} calls are waiting for the thread.`));
    lastId += 1;
    const asked = {
      ...Promise.withResolvers<unknown>(),
      call: { id: lastId, name, argument },
      waitsForStart: worker === undefined || startsSince !== undefined,
    };
    const pending: Pending = Object.assign(asked, { deadline: startDeadline(asked) });
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
      last.ref();
      last.post('stop');
      await Promise.race([last.ended, sleep(STOP_MILLISECONDS, undefined, { ref: false })]);
      await last.terminate();
    },
  };
};
