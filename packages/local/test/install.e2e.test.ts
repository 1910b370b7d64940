import { once } from 'node:events';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

import { eventually, freePort } from '@platform/testing';

import { spawnStart, START_SCRIPT, startInVain } from './run-start-script.ts';

const LOCK_FILE = 'lockfileVersion: 9\n';

/** A checkout of its own, with a program in the place of the platform, and an `npx` that tells. */
let checkout: string;
let told: string;

const put = async (path: string, content: string, mode = 0o644): Promise<void> => {
  const file = join(checkout, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content, { mode });
};

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), "platform-a quote '-"));
  told = join(checkout, 'told');
  await put('package.json', '{ "type": "module", "packageManager": "pnpm@10.34.8" }');
  await put('pnpm-lock.yaml', LOCK_FILE);
  await put('packages/local/src/main.ts', 'process.stdout.write("started\\n");\n');
  await put(
    'bin/npx',
    `#!/bin/sh\nmkdir -p node_modules/.pnpm/a@1\necho "$@ HOME=$HOME ignore-scripts=$npm_config_ignore_scripts" > "$TOLD"\nexit "$NPX_CODE"\n`,
    0o755,
  );
  await copyFile(START_SCRIPT, join(checkout, 'packages/local/start.js'));
  await cp(join(dirname(START_SCRIPT), 'start'), join(checkout, 'packages/local/start'), { recursive: true });
});
afterEach(async () => {
  await chmod(checkout, 0o755);
  await rm(checkout, { recursive: true, force: true });
});

const start = (env: Record<string, string | undefined> = {}) =>
  startInVain({
    script: join(checkout, 'packages/local/start.js'),
    cwd: checkout,
    env: {
      PATH: `${join(checkout, 'bin')}:${process.env['PATH'] ?? ''}`,
      TOLD: told,
      NPX_CODE: '0',
      npm_execpath: undefined,
      PORT: '0',
      DATABASE_URL: undefined,
      ...env,
    },
  });

const asked = (): Promise<string> => readFile(told, 'utf8').catch(() => 'nothing');

const INSTALLED = /^ {2}Installing packages … 1 packages, 0 MB, \d+ s\.$/;

it('installs what runs, with install scripts and a home, whatever the user has set, and says so in one line', async () => {
  const { code, lines } = await start({ npm_config_ignore_scripts: 'true', HOME: undefined });
  expect({ code, lines }).toEqual({ code: 0, lines: [expect.stringMatching(INSTALLED), 'started'] });
  const words = await asked();
  expect(words).toMatch(/^--yes pnpm@10\.34\.8 install --frozen-lockfile --prod /);
  expect(words).toMatch(/ --filter=!@platform\/testing .*--filter=!@platform\/web .*ignore-scripts=false\n$/);
  expect(words).toMatch(/ HOME=\/.* /);
  expect(words).not.toContain('postgres-server');
});

it('asks for nothing once that is installed, so that it starts without a network', async () => {
  await start();
  await rm(told);
  expect(await start({ NPX_CODE: '1' })).toEqual({ code: 0, lines: ['started'] });
  expect(await asked()).toBe('nothing');
  await put('node_modules/.platform.json', '{}');
  await put('node_modules/.pnpm/lock.yaml', LOCK_FILE);
  expect(await start({ NPX_CODE: '1' })).toEqual({ code: 0, lines: ['started'] });
  expect(await asked()).toBe('nothing');
});

it('installs again for another lock file', async () => {
  await start();
  await rm(told);
  await put('pnpm-lock.yaml', 'lockfileVersion: 9.1\n');
  expect((await start()).code).toBe(0);
  expect(await asked()).toContain('--prod');
});

it('leaves PostgreSQL out where another server is named, and installs it when none is any more', async () => {
  await start({ DATABASE_URL: 'postgres://elsewhere/platform' });
  expect(await asked()).toContain('--filter=!@platform/postgres-server');
  await start();
  expect(await asked()).not.toContain('postgres-server');
  await rm(told);
  await start({ DATABASE_URL: 'postgres://elsewhere/platform' });
  expect(await asked()).toBe('nothing');
});

it('keeps the packages of the tests up to date where a checkout has them', async () => {
  await put('node_modules/jest/package.json', '{}');
  await start();
  expect(await asked()).toMatch(/^--yes pnpm@10\.34\.8 install --frozen-lockfile HOME=/);
});

it('answers on the port while packages are being installed', async () => {
  const port = await freePort();
  await put('bin/npx', '#!/bin/sh\nwhile [ ! -e "$TOLD" ]; do sleep 0.05; done\nexit 1\n', 0o755);
  const ended = start({ PORT: String(port) });
  const address = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
  });
  const page = await fetch(`${address}/console/`, { headers: { Accept: 'text/html' } });
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await page.text()).toContain('http-equiv="refresh"');
  const answer = await fetch(`${address}/api/v1/websites`);
  expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ status: 503 })]);
  await put('told', '');
  expect((await ended).code).toBe(1);
});

it('says that the port is taken before it installs anything', async () => {
  const server = createServer();
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { code, lines } = await start({ PORT: String(port) });
  server.close();
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining(`Port ${port} is in use`)] });
  expect(await asked()).toBe('nothing');
});

it('finds the checkout’s own lock file as pnpm writes it, or each start would install again', async () => {
  const read = (path: string): Promise<string> =>
    readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
  expect((await read('node_modules/.pnpm/lock.yaml')) === (await read('pnpm-lock.yaml'))).toBe(true);
});

it('says in one line what an installation takes when it fails', async () => {
  const { code, lines } = await start({ NPX_CODE: '1' });
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [
      expect.stringContaining('failed'),
      expect.stringMatching(/could not be installed.*needs network access.*write to/),
    ],
  });
});

it('says in one line that npm is missing', async () => {
  const { code, lines } = await start({ PATH: join(checkout, 'nowhere') });
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [expect.stringContaining('failed'), expect.stringContaining('There is no npx')],
  });
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'passes %s on, and ends as the platform does',
  async (signal) => {
    await put('node_modules/.pnpm/lock.yaml', LOCK_FILE);
    await put(
      'packages/local/src/main.ts',
      `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
      process.on(signal, () => process.stdout.write(signal, () => process.exit(7)));
    setInterval(() => undefined, 1_000);
    process.stdout.write('up ');`,
    );
    const script = join(checkout, 'packages/local/start.js');
    const child = spawnStart({ script, cwd: checkout, env: {} });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([7, null]);
    expect(printed).toBe(`up ${signal}`);
  },
);

it('gives the port back when the platform ends before it has asked for it', async () => {
  await put('node_modules/.pnpm/lock.yaml', LOCK_FILE);
  await put('packages/local/src/main.ts', 'process.stdout.write("in vain\\n"); process.exitCode = 3;\n');
  const port = await freePort();
  expect(await start({ PORT: String(port) })).toEqual({ code: 3, lines: ['in vain'] });
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});
