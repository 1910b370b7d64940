import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readdir, readFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { eventually, freePort } from '@platform/testing';

import { ROOT } from './run-start-script.ts';

const run = promisify(execFile);
/** Installing takes what the network takes. */
const PATIENCE = 300_000;

/** A clone of this checkout’s commit, a home without any cache, and a machine without Chromium. */
let folder: string;
let checkout: string;
let environment: NodeJS.ProcessEnv;
let running: ChildProcess | undefined;
let printed = '';

/** A PATH with the programs of this one, but for browsers and those of this checkout. */
const pathWithoutBrowsers = async (): Promise<string> => {
  const target = join(folder, 'bin');
  await mkdir(target);
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'));
  for (const from of folders)
    for (const name of await readdir(from).catch(() => []))
      if (!/chrom/.test(name))
        await symlink(join(from, name), join(target, basename(name))).catch(() => undefined);
  return target;
};

const start = async (more: NodeJS.ProcessEnv = {}): Promise<string> => {
  const port = await freePort();
  printed = '';
  running = spawn('node', ['packages/local/start.js'], {
    cwd: checkout,
    env: { ...environment, ...more, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [running.stdout, running.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await eventually(() => {
    expect(printed).toContain('The platform is up');
  }, PATIENCE);
  return `http://127.0.0.1:${port}`;
};
const stop = async (): Promise<void> => {
  const child = running;
  running = undefined;
  if (!child || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-light-'));
  checkout = join(folder, 'checkout');
  await run('git', ['clone', '--quiet', ROOT, checkout]);
  environment = {
    PATH: await pathWithoutBrowsers(),
    HOME: join(folder, 'home'),
    LOG_LEVEL: 'error',
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => /^npm_config_(registry|.*proxy)$/i.test(name)),
    ),
  };
  await mkdir(join(folder, 'home'));
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

it('installs at most 390 packages and 350 MB, in one line', async () => {
  await start();
  const [, packages, megabytes] =
    /Installing packages … (\d+) packages, (\d+) MB, \d+ s\.$/m.exec(printed) ?? [];
  expect(Number(packages)).toBeLessThanOrEqual(390);
  expect(Number(megabytes)).toBeLessThanOrEqual(350);
  expect(printed).not.toMatch(/WARN|Progress|Scope/);
});

it('builds the console, packs downloads and gets a browser when they are first used', async () => {
  await stop();
  const url = await start();
  expect(printed).not.toContain('Installing');
  const first = await fetch(`${url}/console/`);
  expect([first.status, first.headers.get('retry-after')]).toEqual([202, '2']);
  await eventually(async () => {
    expect(await (await fetch(`${url}/console/`)).text()).toContain('/console/assets/');
  }, PATIENCE);
  const downloads = await fetch(`${url}/downloads/index.json`, { signal: AbortSignal.timeout(PATIENCE) });
  expect(downloads.status).toBe(200);

  const key = (await readFile(join(checkout, '.data/api-key'), 'utf8')).trim();
  const headers = { Authorization: `Bearer ${key}` };
  const made = await fetch(`${url}/api/v1/reports`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ url: `${url}/docs`, render: '1' }),
  });
  const { data } = (await made.json()) as { data: { id: number } };
  await eventually(async () => {
    const response = await fetch(`${url}/api/v1/reports/${data.id}`, { headers });
    expect(await response.json()).toMatchObject({
      data: { status: 'generated', rendering: { state: 'complete' } },
    });
  }, PATIENCE);
  for (const part of ['builds the console', 'packs the client', 'a browser'])
    expect(printed).toMatch(new RegExp(`Installed .*${part}`));
});

it('leaves what is there when everything is installed for the tests, and then installs no more', async () => {
  await stop();
  const { packageManager } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  await run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile'], {
    cwd: checkout,
    env: environment,
    timeout: PATIENCE,
  });
  expect(await readFile(join(checkout, 'node_modules/.pnpm/lock.yaml'), 'utf8')).toBe(
    await readFile(join(checkout, 'pnpm-lock.yaml'), 'utf8'),
  );
  await start();
  expect(printed).not.toContain('Installing');
});
