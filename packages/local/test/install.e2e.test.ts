import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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
    `#!/bin/sh\necho "$@ HOME=$HOME ignore-scripts=$npm_config_ignore_scripts" > "$TOLD"\nexit "$NPX_CODE"\n`,
    0o755,
  );
  await copyFile(START_SCRIPT, join(checkout, 'packages/local/start.js'));
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
      ...env,
    },
  });

const asked = (): Promise<string> => readFile(told, 'utf8').catch(() => 'nothing');

it('installs what the lock file asks for, with install scripts and a home, whatever the user has set', async () => {
  const { code, lines } = await start({ npm_config_ignore_scripts: 'true', HOME: undefined });
  expect({ code, lines }).toEqual({ code: 0, lines: ['started'] });
  expect(await asked()).toMatch(
    /^--yes pnpm@10\.34\.8 install --frozen-lockfile HOME=\/.* ignore-scripts=false\n$/,
  );
});

it('asks for nothing once that is installed, so that it starts without a network', async () => {
  await put('node_modules/.pnpm/lock.yaml', LOCK_FILE);
  expect(await start({ NPX_CODE: '1' })).toEqual({ code: 0, lines: ['started'] });
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
    lines: [expect.stringMatching(/could not be installed.*needs network access.*write to/)],
  });
});

it('says in one line that npm is missing', async () => {
  const { code, lines } = await start({ PATH: join(checkout, 'nowhere') });
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining('There is no npx')] });
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
