import { listProcesses } from '@platform/runtime';

/**
 * The processes that this one and those below it started, the nearest ones first; those in `except`
 * and below are left out.
 */
export const findDescendants = async (except: ReadonlySet<number> = new Set()): Promise<number[]> => {
  const rows = await listProcesses();
  const below = (id: number): number[] =>
    rows.filter(({ pid, parent }) => parent === id && !except.has(pid)).map(({ pid }) => pid);
  const found = below(process.pid);
  // Pushed processes are visited in turn.
  for (const pid of found) found.push(...below(pid));
  return found;
};

/** Asks all processes that were started since `before` was found to end. */
export const endDescendants = async (before: readonly number[]): Promise<void> => {
  for (const pid of await findDescendants(new Set(before)))
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // Gone already.
    }
};
