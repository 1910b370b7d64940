import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface Ended {
  code: number;
  /** The lines of its log. */
  lines: Record<string, unknown>[];
  errors: string;
}

/**
 * Runs a module as a process of its own, in this environment alone, and waits until it has ended.
 */
export const runToEnd = async (module: URL, environment: Record<string, string>): Promise<Ended> => {
  const child = spawn(process.execPath, [fileURLToPath(module)], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  const lines = output.split('\n').filter(Boolean);
  return { code, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>), errors };
};
