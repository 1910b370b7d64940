import { commandLineOf } from '@platform/runtime';

const STOP_MILLISECONDS = 15_000;

const isAlive = (pid: number): boolean => {
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
 * Stops the server with this process id: fast mode, then at once if it hasn't ended within 15 s.
 */
export const stopOrphan = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGINT');
  const end = Date.now() + STOP_MILLISECONDS;
  while (isAlive(pid)) {
    if (Date.now() > end) process.kill(pid, 'SIGQUIT');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
