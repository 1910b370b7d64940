import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The processes below `pid`, the nearest ones first. */
const descendantsOf = async (pid: number): Promise<number[]> => {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows.filter(([, ppid]) => ppid === parent).map(([child = 0]) => child);
  const found = below(pid);
  for (const child of found) found.push(...below(child));
  return found;
};

/** Asks all processes that this one started, and those that they started, to end. Those that are gone don't matter. */
export const endDescendants = async (pid = process.pid): Promise<void> => {
  for (const child of await descendantsOf(pid))
    try {
      process.kill(child, 'SIGTERM');
    } catch {
      // Gone already, such as the `ps` above.
    }
};
