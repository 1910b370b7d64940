import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { eventually, freePort } from '@platform/testing';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

interface Started {
  process: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

let directory: string;
let port: number;
const running: ChildProcess[] = [];
/** Output of the newest of them. */
let newestOutput = (): string => '';
/** Output of the first start. */
let printed = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-start-'));
  await chmod(directory, 0o711);
  port = await freePort();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await eventually(async () => {
    expect(await processesOf(directory)).toEqual([]);
  }, 100_000);
  await rm(await realpath(directory), { recursive: true, force: true });
});

const environment = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: String(port),
  DATA_DIR: directory,
  LOG_LEVEL: 'error',
  ...more,
});

/** Collects what a process prints, and kills it when the suite ends. */
const watch = (child: ChildProcess): Started => {
  running.push(child);
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  newestOutput = () => text;
  return { process: child, output: () => text, ended };
};

const start = (env: Record<string, string> = {}): Started =>
  watch(
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

const up = (started: Started): Promise<string> =>
  eventually(() => {
    expect(started.output()).toContain('The platform is up');
    return started.output();
  });

/** Ids of the processes that were started for this data folder. */
const processesOf = async (folder: string): Promise<string[]> => {
  const { stdout } = await run('ps', ['-eo', 'pid=,args=', 'ewww']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(`DATA_DIR=${folder}`) || line.includes(`-D ${folder}/`));
};

const keyIn = (output: string): string => /Key\s+(dak_\w+)/.exec(output)?.[1] ?? '';

describe('npm start', () => {
  it('prints an address, a key and lines that work when pasted', async () => {
    const platform = start({ GUARD_ALLOW: '127.0.0.1' });
    const output = await up(platform);
    printed = output;
    const key = keyIn(output);
    expect((await readFile(join(directory, 'api-key'), 'utf8')).trim()).toBe(key);
    expect((await stat(join(directory, 'api-key'))).mode & 0o777).toBe(0o600);
    const lines = output.split('\n').filter((line) => line.startsWith('curl '));
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      // The tests reach no foreign host: what is reported on is the platform's own page.
      const local = line.replace('https://example.com/', `http://127.0.0.1:${port}/docs`);
      const { stdout } = await run('bash', ['-c', `${local} -sS -o /dev/null -w '%{http_code}'`]);
      expect([line, stdout]).toEqual([line, '201']);
    }
    expect((await fetch(`http://127.0.0.1:${port}/docs`)).status).toBe(200);
  });

  it('prints a link that signs in to the console once', async () => {
    const [, address = '', code] = /Sign in\s+(\S+\/console\/)#sign-in=([\w-]+)/.exec(printed) ?? [];
    expect(address).toBe(`http://localhost:${port}/console/`);
    const trade = (): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/console/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ code }),
      });
    expect(await (await trade()).json()).toMatchObject({
      data: { name: 'First key', scopes: ['*', 'operators:read'] },
    });
    expect((await trade()).status).toBe(401);
  });

  it('refuses a second platform in the same folder, and a taken port, with helpful messages', async () => {
    const second = start({ PORT: String(await freePort()) });
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/Another platform \(process \d+\) uses .*DATA_DIR=/);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const taken = (server.address() as AddressInfo).port;
    const third = start({ PORT: String(taken), DATA_DIR: `${directory}-other` });
    expect(await third.ended).toBe(1);
    expect(third.output()).toContain(`Port ${taken} is in use`);
    await new Promise((resolve) => server.close(resolve));
  });

  it('leaves no process behind on Ctrl-C, and finds key and data again', async () => {
    const [first] = running;
    const ended = new Promise((resolve) => first?.once('exit', resolve));
    first?.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(await processesOf(directory)).toEqual([]);
    const again = start();
    const key = keyIn(await up(again));
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/websites`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(await response.json()).toMatchObject({ data: [{ domain: 'example.com' }] });
  });

  it.each([
    [
      'the export worker',
      'palette-worker',
      (folder: string) =>
        `DATA_DIR=${folder} .*palette/src/worker.ts|palette/src/worker.ts.* DATA_DIR=${folder}`,
    ],
    ['PostgreSQL', 'postgres', (folder: string) => `bin/postgres -D ${folder}/`],
  ])('restarts %s when it is killed, and says so', async (_what, name, pattern) => {
    const platform = running.at(-1);
    const find = async (): Promise<number> => {
      const { stdout } = await run('ps', ['-eo', 'pid=,args=', 'ewww']);
      const expression = new RegExp(pattern(directory));
      return Number.parseInt(stdout.split('\n').find((line) => expression.test(line)) ?? '', 10);
    };
    const killed = await find();
    process.kill(killed, 'SIGKILL');
    await eventually(async () => {
      const now = await find();
      expect(now).not.toBeNaN();
      expect(now).not.toBe(killed);
      const key = (await readFile(join(directory, 'api-key'), 'utf8')).trim();
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/websites`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(response.status).toBe(200);
    }, 100_000);
    expect(platform?.exitCode).toBeNull();
    expect(newestOutput()).toMatch(
      new RegExp(`^ *${name} ended \\(.*\\); it starts again in [\\d.]+ s\\.$`, 'im'),
    );
  });

  it('ends everything when it is killed, and can be started again', async () => {
    const killed = running.at(-1);
    killed?.kill('SIGKILL');
    await eventually(async () => {
      expect(await processesOf(directory)).toEqual([]);
    }, 100_000);
    const again = start();
    expect(keyIn(await up(again))).toMatch(/^dak_/);
    again.process.kill('SIGTERM');
    expect(await again.ended).toBe(0);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('ends everything when npm ends by %s', async (signal) => {
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      // As in a terminal. Suites run with node_modules/.bin before it, where `node` is one more shell.
      env: environment({ PATH: (process.env['PATH'] ?? '').replaceAll(/[^:]*node_modules[^:]*:/g, '') }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const platform = watch(npm);
    expect(keyIn(await up(platform))).toMatch(/^dak_/);
    // The folder is named as the caller named it, and nothing is reported as elsewhere unless it is.
    const home = await realpath(join(directory, 'postgres'));
    expect(platform.output().includes('The database is in')).toBe(
      home !== join(await realpath(directory), 'postgres'),
    );
    npm.kill(signal);
    await platform.ended;
    await eventually(async () => {
      expect(await processesOf(directory)).toEqual([]);
    }, 100_000);
  });
});
