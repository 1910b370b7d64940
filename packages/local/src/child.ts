import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface LogLine {
  level?: number;
  msg?: string;
  err?: { message?: string };
}

const FULL_DISK = /No space left on device|ENOSPC|wrote only \d+ of \d+ bytes/;
const FATAL = 60;

const parse = (line: string): LogLine => {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return {};
  }
};

/**
 * One line that says why a module failed, from the log that it `printed`: its fatal line without
 * the stack. What isn't a log is returned as it is.
 */
export const explainModuleFailure = (name: string, printed: string): string => {
  if (FULL_DISK.test(printed))
    return `${name}: the disk of the database is full. Free some space, and start again; the data is safe.`;
  const fatal = printed
    .split('\n')
    .map(parse)
    .findLast(({ level }) => level === FATAL);
  if (fatal === undefined) return `${name} failed:\n${printed}`;
  // A fault of the database holds the whole statement, and the reason in its last line.
  const lines = (fatal.err?.message ?? fatal.msg ?? '').split('\n').map((line) => line.trim());
  return `${name} failed: ${lines.findLast((line) => line !== '') ?? 'no reason given'}`;
};

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LIGHT_HTTP = fileURLToPath(new URL('../start/light-http.cjs', import.meta.url));

export interface Child {
  name: string;
  pid: number;
  /** Resolves with the exit code (null after a signal) when the process has ended. */
  ended: Promise<number | null>;
  /** Asks the process to end, and kills it at `killAt` (a time of `performance.now()`), 28 s from now if not given. */
  stop(killAt?: number): Promise<void>;
}

export type ForkedChild = Child & { process: ChildProcess };

/** A container's 30 s, less what the last steps take. */
export const STOP_MILLISECONDS = 28_000;

/** Its standard input closes when this process goes, however it goes. */
const WATCH = `
read -r _
[ -z "$2" ] || kill -s "$2" "$1" 2>/dev/null
left=${STOP_MILLISECONDS / 1_000}
while [ $left -gt 0 ] && kill -0 "$1" 2>/dev/null; do sleep 1; left=$((left - 1)); done
kill -9 "-$1" 2>/dev/null`;

/**
 * Kills the process group of a child that is still there 28 s after this process went. A forked child asks itself
 * to end, but one whose event loop is blocked can't; another program is sent `signal` first.
 * @returns ends the watch
 */
export const killWhenOrphaned = (pid: number, signal = ''): (() => void) => {
  const watch = spawn('sh', ['-c', WATCH, 'watch', String(pid), signal], {
    detached: true,
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell, the child still ends by itself if it can.
  watch.once('error', () => undefined);
  watch.unref();
  return () => {
    watch.kill('SIGKILL');
  };
};

const endOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('exit', (code) => {
      resolve(code);
    });
    child.once('error', () => {
      resolve(1);
    });
  });

/**
 * Starts a module of the repository as a process of its own. It is forked, so that it notices when
 * this process goes, and stands in a process group of its own, so that Ctrl-C reaches this process
 * only, which ends the others in order.
 */
export const startChild = (options: {
  name: string;
  module: URL;
  env: Readonly<Record<string, string | undefined>>;
  args?: readonly string[];
  /** Of Node.js. */
  flags?: readonly string[] | undefined;
  output?: 'inherit' | 'ignore';
}): ForkedChild => {
  const { name, module, env, args = [], flags = [], output = 'inherit' } = options;
  const child = fork(fileURLToPath(module), args, {
    env: { ...env },
    detached: true,
    execArgv: ['--disable-warning=ExperimentalWarning', '--require', LIGHT_HTTP, ...flags],
    stdio: ['ignore', output, output, 'ipc'],
  });
  const ended = endOf(child);
  if (child.pid !== undefined) void ended.then(killWhenOrphaned(child.pid));
  return {
    name,
    process: child,
    pid: child.pid ?? 0,
    ended,
    async stop(killAt = performance.now() + STOP_MILLISECONDS) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), killAt - performance.now());
      await ended;
      clearTimeout(timer);
    },
  };
};

/**
 * Runs a module to its end and returns what it printed. @throws with the reason in one line if it
 * fails
 */
export const runModule = (
  module: URL,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const path = fileURLToPath(module);
    const child = fork(path, args, {
      env: { ...env },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    let errors = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(explainModuleFailure(relative(ROOT, path), `${errors}${output}`)));
    });
  });
