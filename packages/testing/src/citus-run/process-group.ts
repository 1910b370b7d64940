import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface GroupOptions {
  /** Ends the program, and all that it started. */
  readonly signal: AbortSignal;
  readonly environment?: Readonly<Record<string, string>>;
  readonly directory?: string;
}

const GRACE_MS = 10_000;

/** Nobody may be left in the group any more. */
const signalGroup = (leader: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const run = async (
  file: string,
  arguments_: readonly string[],
  { signal, environment = {}, directory }: GroupOptions,
  output: 'inherit' | 'pipe',
): Promise<{ code: number; printed: string }> => {
  if (signal.aborted) return { code: 1, printed: '' };
  const child = spawn(file, arguments_, {
    detached: true,
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, ...environment },
    ...(directory === undefined ? {} : { cwd: directory }),
  });
  const printing = child.stdout === null ? '' : text(child.stdout);
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    const { pid } = child;
    if (pid === undefined) return;
    signalGroup(pid, 'SIGTERM');
    killing = setTimeout(() => {
      signalGroup(pid, 'SIGKILL');
    }, GRACE_MS);
  };
  signal.addEventListener('abort', end);
  const exit = await once(child, 'exit').finally(() => {
    signal.removeEventListener('abort', end);
    clearTimeout(killing);
    // Kills what outlived the program.
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  });
  const [code] = exit as [number | null];
  return { code: code ?? 1, printed: await printing };
};

/**
 * Runs a program in its own process group, and leaves nothing of the group behind.
 * @returns its exit code; 1 if it was killed
 */
export const runGroup = async (
  file: string,
  arguments_: readonly string[],
  options: GroupOptions,
): Promise<number> => (await run(file, arguments_, options, 'inherit')).code;

/**
 * Like `runGroup`, for what the program prints.
 * @throws Error if it fails
 */
export const readGroup = async (
  file: string,
  arguments_: readonly string[],
  options: GroupOptions,
): Promise<string> => {
  const { code, printed } = await run(file, arguments_, options, 'pipe');
  if (code !== 0) throw new Error(`${file} ${arguments_.join(' ')}: exit code ${code}`);
  return printed;
};
