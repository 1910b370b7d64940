import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually, freePort } from '@platform/testing';

import { ROOT } from './run-start-script.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-stop-'));
  await chmod(directory, 0o711);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const MAIN = [process.execPath, '--disable-warning=ExperimentalWarning', `${ROOT}packages/local/src/main.ts`];
const hasScript = (): boolean => spawnSync('script', ['--version']).status === 0;

const start = (port: number, stdio: StdioOptions, words = MAIN): ChildProcess => {
  const [program = '', ...rest] = words;
  return spawn(program, rest, {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: directory,
      LOG_LEVEL: 'debug',
      RATE_LIMIT_PER_MINUTE: '0',
    },
    stdio,
  });
};

/** Ids of the processes of the platform in the folder. */
const left = (): string[] =>
  spawnSync('ps', ['-eo', 'pid=,args=', 'ewww'])
    .stdout.toString()
    .split('\n')
    .filter((line) => line.includes(`DATA_DIR=${directory}`) || line.includes(`-D ${directory}/`));

const readers: Record<string, (port: number) => { child: ChildProcess; afterwards?: () => void }> = {
  'a file': (port) => {
    const file = openSync(join(directory, 'log'), 'w');
    const child = start(port, ['ignore', file, file]);
    closeSync(file);
    return { child };
  },
  'nobody, with the pipe open': (port) => {
    const child = start(port, ['ignore', 'pipe', 'pipe']);
    child.stdout?.pause();
    child.stderr?.pause();
    return { child };
  },
  'nobody, with the pipe closed': (port) => {
    const child = start(port, ['ignore', 'pipe', 'pipe']);
    child.stdout?.destroy();
    child.stderr?.destroy();
    return { child };
  },
  'a terminal': (port) => ({
    child: start(port, ['ignore', 'ignore', 'ignore'], ['script', '-qefc', MAIN.join(' '), '/dev/null']),
  }),
};

it.each(Object.keys(readers).filter((name) => name !== 'a terminal' || hasScript()))(
  'ends all its processes within 30 s when its output is read by %s',
  async (name) => {
    const port = await freePort();
    const started = readers[name]?.(port);
    if (started === undefined) throw new Error(`There is no reader ${name}.`);
    await eventually(async () => {
      expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    }, 180_000);
    // Far more than a pipe holds.
    for (let count = 0; count < 600; count += 1) await fetch(`http://127.0.0.1:${port}/v1/palettes`);
    const pid = Number(await readFile(join(directory, 'platform.pid'), 'utf8'));
    const ended = started.child.exitCode === null ? once(started.child, 'exit') : Promise.resolve();
    const begun = performance.now();
    process.kill(pid, 'SIGTERM');
    await eventually(() => {
      expect(left()).toEqual([]);
    }, 30_000);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    process.stderr.write(`Ended in ${seconds} s when its output was read by ${name}.\n`);
    await ended;
  },
  300_000,
);
