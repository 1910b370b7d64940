import { chmod, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Every process whose environment names the folder; nothing where there is no /proc. */
const processesIn = async (folder: string): Promise<{ pid: number; command: string }[]> => {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      if (pid === process.pid || !environment.split('\0').includes(`TMPDIR=${folder}`)) return [];
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return command === '' ? [] : [{ pid, command: command.replaceAll('\0', ' ').trim() }];
    }),
  );
  return found.flat();
};

/**
 * A temporary folder for everything that a run starts, so that what suites leave behind is seen.
 */
export interface TemporaryFolder {
  /**
   * Ends the processes and removes the files that are left.
   * @throws Error if there are any, and names them
   */
  remove(): Promise<void>;
}

/** Makes the folder and has this process, and all that it starts, use it. */
export const useTemporaryFolder = async (): Promise<TemporaryFolder> => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'tests-'));
  // Servers of tests run as another user.
  await chmod(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return {
    async remove() {
      const processes = await processesIn(folder);
      for (const { pid } of processes) process.kill(pid, 'SIGKILL');
      const files = await readdir(folder);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      const left = [...processes.map(({ pid, command }) => `process ${pid} (${command})`), ...files];
      if (left.length > 0) throw new Error(`The suites have left behind: ${left.join(', ')}`);
    },
  };
};
