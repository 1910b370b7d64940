import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { ROOT } from '@platform/local';

const run = promisify(execFile);
const cwd = fileURLToPath(ROOT);

/**
 * The commit of the newest release that this checkout descends from, as CHANGELOG.md names it: tags
 * don't travel with every copy. Undefined where the history ends before it.
 */
export const newestRelease = async (): Promise<string | undefined> => {
  const changelog = await readFile(join(cwd, 'CHANGELOG.md'), 'utf8');
  const [, commit] = /^Commit `([0-9a-f]{40})`/m.exec(changelog) ?? [];
  if (commit === undefined) return undefined;
  try {
    await run('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], { cwd });
    return commit;
  } catch {
    return undefined;
  }
};

/**
 * Whether the data of a revision can be brought up to date: its first migration is the one that this
 * version begins with.
 */
export const hasSameSchema = async (revision: string): Promise<boolean> => {
  const folder = 'gateway/migrations';
  const { stdout } = await run('git', ['ls-tree', '--name-only', `${revision}:${folder}`], { cwd });
  // Parts of a migration may be in a folder beside it.
  const firstOf = (names: readonly string[]) => names.filter((name) => name.endsWith('.ts')).sort()[0];
  return firstOf(stdout.split('\n')) === firstOf(await readdir(join(cwd, folder)));
};

/** Another version of the repository, ready to run. */
export interface Checkout {
  root: URL;
  remove(): Promise<void>;
}

/**
 * Unpacks a revision into a folder of its own and installs what its lock file asks for. It is no
 * work tree of git: one that is cut off leaves nothing behind in the repository.
 */
export const checkOut = async (revision: string): Promise<Checkout> => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'platform-version-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, 'archive.tar');
    await run('git', ['archive', '--output', archive, revision], { cwd });
    await run('tar', ['-xf', archive, '-C', folder]);
    const { packageManager } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      packageManager: string;
    };
    const words = ['--yes', packageManager, 'install', '--frozen-lockfile', '--prefer-offline', '--prod'];
    await run('npx', words, { cwd: folder, maxBuffer: 16 * 1024 * 1024 });
    return { root: pathToFileURL(`${folder}/`), remove };
  } catch (error) {
    await remove();
    throw error;
  }
};
