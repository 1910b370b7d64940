import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** A folder in which the client is installed as its users get it: from the packed tarball. */
export interface PackedClient {
  folder: string;
  /** Files of the tarball. */
  files: string[];
  remove(): Promise<void>;
}

const bare = JSON.stringify({ private: true, type: 'module' });

/** Packs the client with pnpm, which builds it and gives the tarball its published `exports`. */
export const installPacked = async (): Promise<PackedClient> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-packed-'));
  await run('npx', ['--yes', 'pnpm@10.34.8', 'pack', '--pack-destination', folder], { cwd: PACKAGE });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  const target = join(folder, 'node_modules', '@platform', 'client');
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', join(folder, tarball), '-C', target, '--strip-components=1']);
  await writeFile(join(folder, 'package.json'), bare);
  const { stdout } = await run('tar', ['-tzf', join(folder, tarball)]);
  return {
    folder,
    files: stdout.trim().split('\n'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
