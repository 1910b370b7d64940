import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs lines in a shell at the root of the repository, as if they were pasted, to their end. */
export const paste = async (lines: string, env: Environment): Promise<string> => {
  const { stdout } = await run('sh', ['-ec', lines], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
};

/** The same for lines that don't end by themselves. @returns how to end them with all they started */
export const pasteAndLeave = (lines: string, env: Environment): (() => Promise<void>) => {
  const child = spawn('sh', ['-ec', lines], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A group of its own: the shell passes no signal on.
    detached: true,
  });
  const ended = once(child, 'close');
  return async () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGTERM');
    } catch {
      // It has ended by itself.
    }
    await ended;
  };
};
