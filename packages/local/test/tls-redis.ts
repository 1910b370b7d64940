import { execFile, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { endProcess, eventually, freePort } from '@platform/testing';

import type { Authorities } from './tls-authorities.ts';

const run = promisify(execFile);

export interface TlsRedis {
  port: number;
  /** The answer to a command, as `redis-cli` prints it to a pipe. */
  ask(...words: string[]): Promise<string>;
  /** True once somebody has hung up on seeing its certificate. */
  wasRefused(): boolean;
  /** How many commands it has had, without those of `ask` and this one. */
  served(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a `redis-server` that speaks TLS only.
 * @param settings the file's name and more words of its command line, such as `--tls-cluster yes`
 */
export const startTlsRedis = async (
  authorities: Authorities,
  settings: readonly string[] = [],
): Promise<TlsRedis> => {
  const { directory, own, certificate, key } = authorities;
  const port = await freePort();
  const child = spawn(
    'redis-server',
    [...settings, '--port', '0', '--tls-port', String(port), '--bind', '127.0.0.1']
      .concat(['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', own])
      .concat(['--tls-auth-clients', 'no', '--save', ''])
      .concat(['--dir', await mkdtemp(join(directory, 'redis-'))]),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
  let asked = 0;
  const ask = async (...words: string[]): Promise<string> => {
    const answer = await run('redis-cli', ['--tls', '--cacert', own, '-p', String(port), ...words]);
    asked += 1;
    return answer.stdout.trim();
  };
  await eventually(() => ask('ping'));
  return {
    port,
    ask,
    wasRefused: () => log.includes('Error accepting a client connection'),
    async served() {
      const told = await ask('info', 'stats');
      // This command isn't counted yet.
      return Number(/^total_commands_processed:(\d+)/m.exec(told)?.[1]) - (asked - 1);
    },
    async stop() {
      await endProcess(child, 'SIGKILL');
    },
  };
};
