import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export interface RedisProcess {
  pid: number;
  /** 'SIGSTOP' freezes it and returns at once; with other signals, it has ended on return. */
  signal(signal: NodeJS.Signals): Promise<unknown>;
}

/** `redis-server` prints one of these once it is ready; a sentinel prints the second. */
const READY = /Ready to accept connections|Sentinel ID is/;

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Runs `redis-server` with these arguments. @throws if it ends before it is ready */
export const spawnRedis = (words: readonly string[]): Promise<RedisProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn('redis-server', words);
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error('Redis did not start.'));
    });
    const signal = (name: NodeJS.Signals): Promise<unknown> =>
      new Promise<unknown>((done) => {
        const ends = name !== 'SIGSTOP' && name !== 'SIGCONT' && !hasEnded(child);
        if (ends) child.once('exit', done);
        child.kill(name);
        if (!ends) done(undefined);
      });
    child.stdout.on('data', (chunk: Buffer) => {
      if (READY.test(chunk.toString())) resolve({ pid: child.pid ?? 0, signal });
    });
  });
