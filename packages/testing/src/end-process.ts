import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { eventually } from './eventually.ts';

/** Whether a process is gone, by itself or by a signal. */
export const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/** Sends a signal that ends a process, and waits until the process is gone. */
export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
};

/**
 * Ends a process that was started `detached`, and all that it started, and waits until none is left.
 * The `node` of `node_modules/.bin` is a shell script, which passes no signal on.
 */
export const endGroup = async ({ pid }: ChildProcess): Promise<void> => {
  if (pid === undefined) return;
  await eventually(() => {
    try {
      process.kill(-pid, 'SIGTERM');
    } catch {
      return;
    }
    throw new Error(`Processes of the group ${pid} are still running.`);
  });
};
