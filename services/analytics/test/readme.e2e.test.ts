import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { provision } from '@platform/database';
import { createTestIdentity, endGroup, eventually, freePort, startPostgres } from '@platform/testing';
import type { TestIdentity, TestPostgres } from '@platform/testing';

import { CHROME } from './harness.ts';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));
const PASSWORD = 'readme';

let readme: string;
let postgres: TestPostgres;
let identity: TestIdentity;
let environment: Record<string, string>;
let url: string;
const children: ChildProcess[] = [];

/** Pastes a command of the README into a shell, below the line that names Node.js, without what is said about it. */
const paste = (path: string, command: string): ChildProcess => {
  const child = spawn('sh', ['-c', `${path}\nexec ${command}`], {
    cwd: FOLDER,
    env: environment,
    stdio: 'ignore',
    detached: true,
  });
  children.push(child);
  return child;
};

beforeAll(async () => {
  readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  postgres = await startPostgres();
  await provision(postgres.url, [{ name: 'analytics', password: PASSWORD }]);
  const database = new URL(postgres.url);
  [database.username, database.password] = ['analytics', PASSWORD];
  identity = await createTestIdentity('analytics');
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  environment = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: database.href,
    ...identity.environment,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  };
});

afterAll(async () => {
  await Promise.all(children.map(endGroup));
  await postgres.stop();
});

describe('the README, on a database without anything in it', () => {
  it('starts the service with its own lines, and its tags count', async () => {
    const block = /```sh\n([^`]*)```/.exec(readme)?.[1] ?? '';
    const commands = block.split('\n').map((line) => line.replace(/#.*$/, '').trim());
    const [path = '', migrate = '', main = ''] = commands;
    expect([migrate, main]).toEqual(['node src/migrate.ts', 'node src/main.ts']);
    expect(await once(paste(path, migrate), 'exit')).toEqual([0, null]);
    paste(path, main);
    await eventually(async () => {
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    });

    const made = await fetch(`${url}/api/v1/websites`, {
      method: 'POST',
      headers: { authorization: await identity.bearer(), 'content-type': 'application/json' },
      body: JSON.stringify({ domain: 'readme.example' }),
    });
    const { data } = (await made.json()) as { data: { id: number; site_key: string } };
    // The addresses in the README's tags, on this machine.
    const addresses = [...readme.matchAll(/src="https:\/\/stats\.example\.com(\/[^"]+)"/g)].map(
      ([, path = '']) => `${url}${path.replace('SITE_KEY', data.site_key)}`,
    );
    const headers = { 'user-agent': CHROME, referer: 'https://readme.example/start' };
    const answers = await Promise.all(addresses.map((address) => fetch(address, { headers })));
    expect(answers.map(({ status, headers: got }) => [status, got.get('content-type')])).toEqual([
      [200, 'text/javascript; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
      [200, 'image/gif'],
      [200, 'text/javascript; charset=utf-8'],
    ]);
    const today = new Date().toISOString().slice(0, 10);
    const counted = await fetch(
      `${url}/api/v1/stats/${data.id}?name=pageviews&from=${today.slice(0, 8)}01&to=${today}`,
      { headers: { authorization: await identity.bearer() } },
    );
    const { data: rows } = (await counted.json()) as { data: { count: number }[] };
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(1);
  });
});
