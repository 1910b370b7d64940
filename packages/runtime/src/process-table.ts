import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ProcessRow {
  pid: number;
  parent: number;
}

// Slim images of Linux have no `ps`, so there it is read where `ps` reads it.
const hasProc = process.platform === 'linux';

const rowOf = async (pid: number): Promise<ProcessRow[]> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // It may have ended since the folder was read.
  if (stat === undefined) return [];
  // The name before the state may hold anything, blanks and brackets too.
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [{ pid, parent: Number(parent) }];
};

/** All processes that this user can see, and which one started each. */
export const listProcesses = async (): Promise<ProcessRow[]> => {
  if (hasProc) {
    const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
    return (await Promise.all(pids.map(rowOf))).flat();
  }
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout.trim().split('\n');
  return rows.map((row) => {
    const [pid = 0, parent = 0] = row.trim().split(/\s+/).map(Number);
    return { pid, parent };
  });
};

/** The program of a process and its words, with blanks between; empty if there is no such process. */
export const commandLineOf = async (pid: number): Promise<string> => {
  if (hasProc) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return words.replaceAll('\0', ' ').trim();
  }
  const { stdout } = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim();
};
