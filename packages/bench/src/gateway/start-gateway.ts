import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { provision } from '@platform/database';

const ROOT = new URL('../../../..', import.meta.url);

const path = (name: string): string => fileURLToPath(new URL(name, ROOT));

/** Starts a file of the repository as a process, with these settings only. */
export const start = (file: string, words: string[], env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, [path(file), ...words], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const outputOf = async (file: string, words: string[], env: Record<string, string>): Promise<string> => {
  const child = spawn(process.execPath, [path(file), ...words], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString();
};

const DATABASE_PASSWORD = 'bench';
const KEYS = 'gateway/src/keys/cli.ts';

/** A key that meets no limit: neither its own nor its organisation's. */
const unlimitedKey = async (env: Record<string, string>): Promise<string> => {
  const owner = ['--organisation', 'Bench', '--rate-limit', '9999999'];
  const answer = await outputOf(KEYS, ['create', ...owner, '--name', 'bench', '--json'], env);
  await outputOf(KEYS, ['limit', ...owner], env);
  return (JSON.parse(answer) as { key: string }).key;
};

/** A schema for gateways in a PostgreSQL, and what a gateway needs to know of it. */
export const provisionGateway = async (
  postgresUrl: string,
): Promise<{ env: { DATABASE_URL: string }; key: string }> => {
  await provision(postgresUrl, [{ name: 'gateway', password: DATABASE_PASSWORD }]);
  const database = new URL(postgresUrl);
  [database.username, database.password] = ['gateway', DATABASE_PASSWORD];
  const env = { DATABASE_URL: database.href };
  await outputOf('gateway/src/migrate.ts', [], env);
  return { env, key: await unlimitedKey(env) };
};

/** Kills processes, frozen ones too, and waits for their ends. */
export const endAll = async (children: readonly ChildProcess[]): Promise<void> => {
  for (const child of children.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  )) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
};
