import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually, freePort } from '@platform/testing';

import { startChild } from '../src/child.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-database-'));
  await chmod(directory, 0o711);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it('stops PostgreSQL when the platform goes while it is starting', async () => {
  const child = startChild({
    name: 'postgres',
    module: new URL('../src/postgres-process.ts', import.meta.url),
    env: process.env,
    args: [join(directory, 'postgres'), String(await freePort())],
  });
  child.process.send({ password: 'a password' });
  // PostgreSQL writes it before it accepts connections; `initdb` writes one with a negative number.
  const pid = await eventually(async () => {
    const lock = await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8');
    expect(Number.parseInt(lock, 10)).toBeGreaterThan(0);
    return Number.parseInt(lock, 10);
  });
  child.process.disconnect();
  await child.ended;
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
