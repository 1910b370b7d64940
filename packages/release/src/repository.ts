import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs a program at the root of the repository, and returns what it printed. */
export const runAtRoot = async (program: string, ...words: string[]): Promise<string> => {
  const { stdout } = await run(program, words, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
};

export const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

export const write = (path: string, text: string): Promise<void> => writeFile(join(ROOT, path), text);
