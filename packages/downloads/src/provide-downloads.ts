import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/**
 * Builds the tarballs of the client and the command line into a folder, in a process of its own: the
 * bundler is large, and the platform doesn't need it afterwards.
 */
export const provideDownloads = async (directory: string): Promise<void> => {
  await promisify(execFile)(process.execPath, [MAIN, directory]);
};
