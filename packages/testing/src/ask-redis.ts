import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { eventually } from './eventually.ts';

const run = promisify(execFile);

/** The answer of the Redis on this port to a command, as `redis-cli` prints it to a pipe. */
export const askRedis = async (port: number, ...words: string[]): Promise<string> =>
  (await run('redis-cli', ['-p', String(port), ...words])).stdout.trim();

/** Waits until the Redis on this port has the data of its master. @throws if it never does */
export const waitUntilCopied = (port: number): Promise<void> =>
  eventually(async () => {
    const told = await askRedis(port, 'info', 'replication');
    if (!told.includes('master_link_status:up')) throw new Error(told);
  }, 60_000);
