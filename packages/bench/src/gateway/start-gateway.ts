import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { moduleOf, ROOT, runModule, startChild } from '@platform/local';

import { provisionService } from '../harness/start-service.ts';

/** Starts a file of the repository as a process, with these settings only. */
export const start = (file: string, words: string[], env: Record<string, string> = {}): ChildProcess =>
  startChild({
    name: file,
    module: new URL(file, ROOT),
    args: words,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
  }).process;

/** A key that meets no limit: neither its own nor its organisation's. */
const unlimitedKey = async (env: Record<string, string>): Promise<string> => {
  const keys = moduleOf('gateway', 'src/keys/cli.ts');
  const owner = ['--organisation', 'Bench', '--rate-limit', '9999999'];
  const answer = await runModule(keys, ['create', ...owner, '--name', 'bench', '--json'], env);
  await runModule(keys, ['limit', ...owner], env);
  return (JSON.parse(answer) as { key: string }).key;
};

/** Makes a schema for gateways in a PostgreSQL, and returns what a gateway needs to know of it. */
export const provisionGateway = async (
  postgresUrl: string,
): Promise<{ env: { DATABASE_URL: string }; key: string }> => {
  const env = await provisionService('gateway', postgresUrl);
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
