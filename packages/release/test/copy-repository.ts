import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { ROOT, runAtRoot } from '../src/components.ts';

const run = promisify(execFile);

export interface Copy {
  folder: string;
  /** Runs a program in it, and returns what it printed. @throws if it fails */
  run(program: string, ...words: string[]): Promise<string>;
  /** Commits all that has changed. */
  commit(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Copies the files of the repository, committed or not, into one of its own with a single commit.
 * It shares the installed packages.
 */
export const copyRepository = async (): Promise<Copy> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-release-'));
  const listed = await runAtRoot('git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  const files = listed.split('\0').filter((file) => file !== '');
  const workspaces: string[] = [];
  for (const file of files) {
    // A file may be removed, and the removal not committed yet.
    await cp(join(ROOT, file), join(folder, file)).catch(() => undefined);
    if (file.endsWith('/package.json')) workspaces.push(dirname(file));
  }
  for (const path of ['node_modules/node', ...workspaces.map((name) => `${name}/node_modules`)]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(ROOT, path), join(folder, path));
  }
  // It counts as installed: an installation would change the packages that are shared.
  await cp(join(folder, 'pnpm-lock.yaml'), join(folder, 'node_modules/.pnpm/lock.yaml'));
  const runIn = async (program: string, ...words: string[]): Promise<string> =>
    (await run(program, words, { cwd: folder })).stdout;
  await runIn('git', 'init', '--quiet');
  await runIn('git', 'config', 'user.name', 'Somebody');
  await runIn('git', 'config', 'user.email', 'somebody@example.com');
  const commit = async (): Promise<void> => {
    await runIn('git', 'add', '--all');
    await runIn('git', 'commit', '--quiet', '--no-verify', '--message', 'What there is');
  };
  await commit();
  return {
    folder,
    run: runIn,
    commit,
    async remove() {
      await rm(folder, { recursive: true, force: true });
    },
  };
};
