import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const START_SCRIPT = fileURLToPath(new URL('../start.js', import.meta.url));

/**
 * True where tests may make file systems and networks of their own (Linux, as root); elsewhere what
 * is skipped is said aloud.
 */
export const canUnshare = (): boolean => {
  const { status } = spawnSync('unshare', ['-m', '-n', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']);
  if (status === 0) return true;
  process.stderr.write('Skipped: starts on full disks and without a network. They take unshare, as root.\n');
  return false;
};

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** Commands of a shell that come before it, in a mount and network namespace of its own. */
  unshared?: readonly string[];
  cwd?: string;
  script?: string;
}

/** Spawns the start script as `npm start` does. */
export const spawnStart = ({ env, unshared, cwd = ROOT, script = START_SCRIPT }: Surroundings) => {
  const words = [process.execPath, script, 'start'];
  const [program = '', ...rest] =
    unshared === undefined
      ? words
      : ['unshare', '-m', '-n', 'sh', '-c', [...unshared, 'exec "$@"'].join(' && '), 'sh', ...words];
  return spawn(program, rest, {
    cwd,
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

/** Runs the start script until it ends by itself. */
export const startInVain = async (surroundings: Surroundings): Promise<{ code: number; lines: string[] }> => {
  const child = spawnStart(surroundings);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { code, lines: `${output}${errors}`.split('\n').filter((line) => line.trim() !== '') };
};
