import { commandLineOf } from '@platform/runtime';

const STOP_MILLISECONDS = 15_000;
/** Longer than PostgreSQL takes to end at once. One that hasn't is frozen. */
const KILL_MILLISECONDS = 25_000;

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** True if the process `pid` is a PostgreSQL server that works in `directory`. */
export const isRunningPostgres = async (pid: number, directory: string): Promise<boolean> => {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return false;
  const command = await commandLineOf(pid);
  return command.includes('postgres') && command.includes(directory);
};

/**
 * Stops the server with this process id: fast mode, then at once if it hasn't ended within 15 s, and
 * ten seconds later by force.
 */
export const stopOrphan = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGINT');
  const begun = Date.now();
  while (isAlive(pid)) {
    const waited = Date.now() - begun;
    if (waited > KILL_MILLISECONDS) process.kill(pid, 'SIGKILL');
    else if (waited > STOP_MILLISECONDS) process.kill(pid, 'SIGQUIT');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
