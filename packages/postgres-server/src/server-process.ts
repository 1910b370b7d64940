import type { ChildProcess } from 'node:child_process';

/** Resolves when the process has ended. */
export const ended = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve();
    else
      server.once('exit', () => {
        resolve();
      });
  });

/**
 * Resolves when the server accepts connections; rejects with what it printed when it ends before
 * that.
 */
export const ready = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let printed = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4_000);
      if (/ready to accept (read-only )?connections/.test(printed)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => {
      reject(new Error(`PostgreSQL did not start:\n${printed}`));
    });
  });
