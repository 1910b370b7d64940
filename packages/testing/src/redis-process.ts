import { spawn } from 'node:child_process';

import { endProcess } from './end-process.ts';

export interface RedisProcess {
  pid: number;
  /** 'SIGSTOP' freezes it and returns at once; with other signals, it has ended on return. */
  signal(signal: NodeJS.Signals): Promise<void>;
}

/** `redis-server` prints one of these once it is ready; a sentinel prints the second. */
const READY = /Ready to accept connections|Sentinel ID is/;

/** Runs `redis-server` with these arguments. @throws if it ends before it is ready */
export const spawnRedis = (words: readonly string[]): Promise<RedisProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn('redis-server', words);
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error('Redis did not start.'));
    });
    const signal = async (name: NodeJS.Signals): Promise<void> => {
      if (name === 'SIGSTOP' || name === 'SIGCONT') child.kill(name);
      else await endProcess(child, name);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      if (READY.test(chunk.toString())) resolve({ pid: child.pid ?? 0, signal });
    });
  });
