import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A folder in which the client is installed as its users get it: from the packed tarball. */
export interface PackedClient {
  folder: string;
  /** Files of the package. */
  files: string[];
  remove(): Promise<void>;
}

const bare = JSON.stringify({ private: true, type: 'module' });

/** Installs the client with npm from the tarball that a platform serves. */
export const installPacked = async (url: string): Promise<PackedClient> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-packed-'));
  await writeFile(join(folder, 'package.json'), bare);
  const tarball = `${url}/downloads/client.tgz`;
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball], { cwd: folder });
  const installed = join(folder, 'node_modules', '@design-and-analytics', 'client');
  const files = await readdir(installed, { recursive: true });
  return {
    folder,
    files,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
