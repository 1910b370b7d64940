import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { eventually, freePort } from '@platform/testing';

const SCRIPT = fileURLToPath(new URL('../start.js', import.meta.url));

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-script-'));
  await chmod(directory, 0o711);
});
afterAll(async () => {
  await rm(await realpath(directory), { recursive: true, force: true });
});

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Starts the script below a shell, as npm does, and waits until the platform is up. */
const startBelowShell = async (
  env: Record<string, string>,
): Promise<{ shell: ChildProcess; output: () => string }> => {
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${SCRIPT}" start; exit $?`], {
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await eventually(() => {
    expect(printed).toContain('The platform is up');
  }, 180_000);
  return { shell, output: () => printed };
};

it('starts behind a dead proxy, without HOME and on its own address, and stops when its shell is killed', async () => {
  const port = await freePort();
  const folder = join(directory, "a quote ' and a space");
  const { shell, output } = await startBelowShell({
    DATA_DIR: folder,
    PORT: String(port),
    HOST: '::1',
    HOME: '',
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: 'http://127.0.0.1:1',
    HTTPS_PROXY: 'http://127.0.0.1:1',
  });
  const key = /Key\s+(dak_\w+)/.exec(output())?.[1] ?? '';
  const response = await fetch(`http://[::1]:${port}/api/v1/websites`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(200);
  const platform = Number(await readFile(join(folder, 'platform.pid'), 'utf8'));
  expect(isRunning(platform)).toBe(true);
  shell.kill('SIGKILL');
  await eventually(() => {
    expect(isRunning(platform)).toBe(false);
  }, 120_000);
});

it('lists the available commands', async () => {
  const child = spawn(process.execPath, [SCRIPT, 'stop'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect({ errors, code }).toEqual({
    errors: expect.stringContaining('There is no command "stop". There are: start, keys, demo'),
    code: 1,
  });
});
