import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { moduleOf } from '../src/services.ts';

const DOCTOR = fileURLToPath(new URL('../src/doctor.ts', import.meta.url));

let testDatabase: TestDatabase;
let mail: Server;
beforeAll(async () => {
  testDatabase = await createTestDatabase({
    schema: 'gateway',
    migrations: moduleOf('gateway', 'migrations/'),
  });
  mail = createServer((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(0, '127.0.0.1');
  await once(mail, 'listening');
});
afterAll(async () => {
  mail.close();
  await testDatabase.drop();
});

const examine = (env: Record<string, string>): Promise<{ code: number; printed: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', DOCTOR],
      { env: { PATH: process.env['PATH'], DATA_DIR: join(tmpdir(), 'no-platform-here'), ...env } },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, printed: stdout + stderr });
      },
    );
  });

it('says that all is well, line by line, and ends with 0', async () => {
  const { port } = mail.address() as AddressInfo;
  const { code, printed } = await examine({
    DATABASE_URL: testDatabase.url,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
  expect(printed.split('\n').map((line) => line.slice(0, 17).trim())).toEqual([
    'ok       settings',
    'ok       database',
    'ok       clock',
    'ok       redis',
    'ok       mail',
    expect.stringMatching(/disk$/),
    'ok       versions',
    'ok       safety',
    '',
  ]);
  expect(code).toBe(0);
});

it('names what is wrong with the way out, no password, and ends with 1', async () => {
  const { code, printed } = await examine({
    DATABASE_URL: 'postgres://someone:a-secret@127.0.0.1:1/platform',
    REDIS_URL: 'redis://:a-secret@127.0.0.1:1',
    SMTP_URL: 'smtp://someone:a-secret@127.0.0.1:1',
    PUBLIC_URL: 'http://platform.example',
    RATE_LIMIT_PER_MINUTE: 'many',
  });
  expect(printed).toMatch(/^FAILED +settings +.*RATE_LIMIT_PER_MINUTE must be a number/m);
  for (const [check, setting] of [
    ['database', 'DATABASE_URL'],
    ['redis', 'REDIS_URL'],
    ['mail', 'SMTP_URL'],
  ])
    expect(printed).toMatch(new RegExp(`^FAILED +${check} .*ECONNREFUSED.*\\n +→ .*${setting}`, 'm'));
  expect(printed).toMatch(/^warning +safety +.*unencrypted.*\n +→ .*TLS/m);
  expect(printed).not.toContain('a-secret');
  expect(code).toBe(1);
});

it('reads settings from files, too, and names one that cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), `${text}\n`);
    return join(folder, name);
  };
  const { printed } = await examine({
    DATABASE_URL_FILE: await file('database-url', testDatabase.url),
    REDIS_URL_FILE: await file('redis-url', 'redis://:a-secret@127.0.0.1:1'),
    SMTP_URL_FILE: join(folder, 'missing'),
    PUBLIC_URL_FILE: await file('public-url', 'http://platform.example'),
  });
  await rm(folder, { recursive: true });
  expect(printed).toMatch(/^FAILED +settings +SMTP_URL_FILE: .*missing can't be read \(ENOENT\)$/m);
  expect(printed).toMatch(/^ok +database/m);
  expect(printed).toMatch(/^FAILED +redis .*ECONNREFUSED/m);
  expect(printed).toMatch(/^warning +safety +PUBLIC_URL is http:\/\/platform\.example/m);
});

it('answers in German where the terminal is', async () => {
  const { printed } = await examine({ LANG: 'de_DE.UTF-8' });
  expect(printed).toMatch(/^FAILED +database +Es wurde kein PostgreSQL gefunden\./m);
});
