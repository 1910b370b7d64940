import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { sayIsSkipped, startPostgres } from '@platform/testing';

import { readCompose } from './read-compose.ts';

const run = promisify(execFile);
const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

const VOLUMES = ['own', 'postgres', 'redis', 'gateway', 'analytics', 'reports', 'palette', 'grafana'];

describe('the administrator’s password of compose', () => {
  let folder: string;
  let script: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-compose-secrets-'));
    for (const name of ['given', ...VOLUMES.map((volume) => `secrets/${volume}`)])
      await mkdir(join(folder, name), { recursive: true });
    const text = await read('deploy/compose/secrets.sh');
    script = join(folder, 'secrets.sh');
    await writeFile(
      script,
      text.replace('apart=/secrets', `apart=${folder}/secrets`).replaceAll('/given/', `${folder}/given/`),
    );
    // Only root may give files to others.
    await writeFile(join(folder, 'chown'), '#!/bin/sh\n');
    await chmod(join(folder, 'chown'), 0o755);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const passwordAfterUp = async (env: Record<string, string> = {}): Promise<string> => {
    await run('sh', [script], { env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, ...env } });
    return readFile(join(folder, 'secrets/postgres/postgres-password'), 'utf8');
  };

  it('stays as it was given once, until .env or a file names another', async () => {
    expect(await passwordAfterUp({ POSTGRES_PASSWORD: 'platform' })).toBe('platform');
    // Whoever changes it in PostgreSQL alone is locked out.
    expect(await passwordAfterUp()).toBe('platform');
    expect(await passwordAfterUp({ POSTGRES_PASSWORD: 'new' })).toBe('new');
    await writeFile(join(folder, 'given/postgres-password'), 'newer\n');
    expect(await passwordAfterUp()).toBe('newer');
  });

  it('is changed by docs/docker.md in PostgreSQL, then where the job reads it, then by `up`', async () => {
    const [, steps = ''] = /change the administrator's password\*\*([\s\S]*?)^\*\*/m.exec(
      await read('docs/docker.md'),
    ) ?? ['', ''];
    const places = [
      "psql -U platform -c '\\password'",
      '`.env` as `POSTGRES_PASSWORD`',
      '`docker compose up -d`',
    ];
    const found = places.map((words) => steps.indexOf(words));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });
});

const TITLE = 'psql -c \\password';
const hasPsql = spawnSync('psql', ['--version']).status === 0;
if (!hasPsql) sayIsSkipped(TITLE, 'There is no psql on the PATH.');

(hasPsql ? it : it.skip)('psql asks for a new password by the line of docs/docker.md', async () => {
  const postgres = await startPostgres();
  try {
    const words = [postgres.url, '-c', '\\password'];
    // Without a terminal it reads the standard input.
    const child = spawn('psql', words, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.end('changed\nchanged\n');
    expect(await once(child, 'close')).toEqual([0, null]);
    const url = new URL(postgres.url);
    const asks = () => spawnSync('psql', [url.href, '-Atc', 'SELECT 1'], { encoding: 'utf8' });
    expect(asks().stderr).toContain('password authentication failed');
    url.password = 'changed';
    expect(asks().stdout).toBe('1\n');
  } finally {
    await postgres.stop();
  }
});

it('a collector of traces is where docs/operations.md puts it within reach of every process', async () => {
  const [, sentence = ''] =
    /put the collector in the networks? (.*?):/.exec(await read('docs/operations.md')) ?? [];
  const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '');
  const { services } = readCompose('docker-compose.yml');
  const senders = Object.entries(services).filter(
    ([, { environment }]) => environment !== undefined && 'OTEL_EXPORTER_OTLP_ENDPOINT' in environment,
  );
  expect(senders.length).toBeGreaterThanOrEqual(7);
  const lost = senders.filter(([, { networks = [] }]) => !networks.some((name) => named.includes(name)));
  expect(lost.map(([name]) => name)).toEqual([]);
});
