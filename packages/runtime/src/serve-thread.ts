import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';

/**
 * Why a thread gave no answer: too many calls wait for it, it took too long, it ran out of memory,
 * or it ended.
 */
export type ThreadFault = 'busy' | 'late' | 'memory' | 'ended';

/** A background thread gave no answer. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  readonly fault: ThreadFault;

  constructor(fault: ThreadFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}

/** A call, as it is sent to the thread. */
export interface ThreadCall {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** Answer of the thread. */
export type ThreadAnswer = { readonly id: number } & (
  { readonly result: unknown } | { readonly error: unknown }
);

/** Functions that a thread serves, by name. */
export type ThreadFunctions = Readonly<Record<string, (argument: never) => Promise<unknown>>>;

/** Nice steps of the thread: it keeps about a tenth of the processor while others want it. */
const STEPS_BACK = 10;
const LOWEST = 19;

/** On Linux each thread has its own priority, which may always be lowered. */
const lowerPriority = (): void => {
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, Math.min(LOWEST, getPriority(thread) + STEPS_BACK));
  } catch {
    // Elsewhere it runs like the others.
  }
};

/**
 * Answers the calls of `createBackgroundThread` in its thread, or its process.
 * @param functions of what they throw, only message, stack and cause are copied
 * @param close ends what the functions use, before the thread ends
 * @param options whether the thread leaves the processor to others that want it (true by default)
 */
export const serveThread = (
  functions: ThreadFunctions,
  close: () => Promise<void>,
  { standsBack = true }: { standsBack?: boolean } = {},
): void => {
  const post = parentPort
    ? (message: ThreadAnswer | 'ready'): void => parentPort?.postMessage(message)
    : (message: ThreadAnswer | 'ready'): void => void process.send?.(message, () => undefined);
  if (!parentPort && process.send === undefined) throw new Error('This module runs in a thread.');
  if (standsBack) lowerPriority();
  const answer = async ({ id, name, argument }: ThreadCall): Promise<void> => {
    try {
      const called = functions[name];
      if (!called) throw new Error(`The thread has no function ${name}.`);
      const result = await called(argument as never);
      post({ id, result });
    } catch (error) {
      post({ id, error });
    }
  };
  const take = (message: ThreadCall | 'stop'): void => {
    if (message !== 'stop') void answer(message);
    else
      void close().finally(() => {
        parentPort?.close();
        process.exit();
      });
  };
  if (parentPort) parentPort.on('message', take);
  else {
    process.on('message', take);
    // It ends with the process that started it.
    process.on('disconnect', () => process.exit());
  }
  post('ready');
};
