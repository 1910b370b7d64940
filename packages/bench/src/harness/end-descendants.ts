import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The processes that this one and those below it started, the nearest ones first; those in `except`
 * and below are left out.
 */
export const findDescendants = async (except: ReadonlySet<number> = new Set()): Promise<number[]> => {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows.filter(([pid = 0, ppid]) => ppid === parent && !except.has(pid)).map(([pid = 0]) => pid);
  const found = below(process.pid);
  // What is pushed is visited in turn.
  for (const pid of found) found.push(...below(pid));
  return found;
};

/** Asks all processes that were started since `before` was found to end. */
export const endDescendants = async (before: readonly number[]): Promise<void> => {
  for (const pid of await findDescendants(new Set(before)))
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // Gone already, such as the `ps` above.
    }
};
