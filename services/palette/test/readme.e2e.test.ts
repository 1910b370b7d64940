import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { provision } from '@platform/database';
import {
  createTestIdentity,
  endGroup,
  eventually,
  freePort,
  hasCurl,
  startPostgres,
} from '@platform/testing';
import type { TestIdentity, TestPostgres } from '@platform/testing';
import sharp from 'sharp';

const execute = promisify(execFile);

const FOLDER = fileURLToPath(new URL('../', import.meta.url));
const PASSWORD = 'readme';

let readme: string;
let postgres: TestPostgres;
let identity: TestIdentity;
let directory: string;
let environment: Record<string, string>;
let url: string;
const children: ChildProcess[] = [];

/** Lines for a shell below a heading of the README. */
const linesBelow = (heading: string): string => {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  return /```sh\n(.*?)```/s.exec(section)?.[1] ?? '';
};

/** Pastes a command of the README into a shell, and leaves it running. */
const paste = (command: string, port: number): ChildProcess => {
  const [path = ''] = linesBelow('Running it alone').split('#');
  const child = spawn('sh', ['-c', `${path}\nexec ${command}`], {
    cwd: FOLDER,
    env: { ...environment, PORT: String(port) },
    stdio: 'ignore',
    detached: true,
  });
  children.push(child);
  return child;
};

const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${url}${path}`, {
    headers: {
      Authorization: await identity.bearer({ organisation: 'org_reader', scopes: ['*'] }),
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
};

beforeAll(async () => {
  readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  directory = await mkdtemp(join(tmpdir(), 'palette-readme-'));
  postgres = await startPostgres();
  await provision(postgres.url, [{ name: 'palette', password: PASSWORD }]);
  const database = new URL(postgres.url);
  [database.username, database.password] = ['palette', PASSWORD];
  identity = await createTestIdentity('palette');
  environment = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: database.href,
    ...identity.environment,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  };
});
afterAll(async () => {
  await Promise.all(children.map(endGroup));
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('the README, on a database without anything in it', () => {
  it('starts the service and its worker with its own lines', async () => {
    const commands = linesBelow('Running it alone')
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/#.*$/, '').trim());
    expect(commands.shift()).toMatch(/^PATH=/);
    expect(commands).toEqual(['node src/migrate.ts', 'node src/main.ts', 'node src/worker.ts']);
    const [migrate = '', main = '', worker = ''] = commands;
    const [port, workerPort] = [await freePort(), await freePort()];
    expect(await once(paste(migrate, port), 'exit')).toEqual([0, null]);
    paste(main, port);
    paste(worker, workerPort);
    url = `http://127.0.0.1:${port}`;
    for (const ready of [port, workerPort])
      await eventually(async () => {
        expect((await fetch(`http://127.0.0.1:${ready}/health/ready`)).status).toBe(200);
      });
  });

  (hasCurl('the lines of palette’s README') ? it : it.skip)(
    'calls it with its other lines, as they stand',
    async () => {
      const [before = ''] = readme.split('\n## ');
      const lines = /```sh\n(.*?)```/s.exec(before)?.[1] ?? '';
      expect(lines.match(/\bcurl /g)).toHaveLength(4);
      // A pasted line tells its reader of an error; here it fails the test.
      const script = `curl() { command curl --fail-with-body --silent --show-error "$@"; }\n${lines}`;
      const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: directory,
        env: {
          PATH: environment['PATH'],
          URL: url,
          KEY: (await identity.bearer({ organisation: 'org_reader', scopes: ['*'] })).slice('Bearer '.length),
        },
      });
      expect(stdout).toContain('"level":"AAA"');
      expect(stdout).toContain('"path":"brand"');
      const picture = await sharp(await readFile(join(directory, 'palette.png'))).metadata();
      expect(picture.format).toBe('png');
    },
  );

  it('has a worker that completes exports', async () => {
    const { id: palette_id } = await ask('/v1/palettes', { base_color: '#3366cc' });
    const { id } = await ask('/v1/tokens/export', { palette_id, format: 'css' });
    await eventually(async () => {
      expect(await ask(`/v1/tokens/${String(id)}/status?wait=10`)).toMatchObject({ status: 'completed' });
    });
  });
});
