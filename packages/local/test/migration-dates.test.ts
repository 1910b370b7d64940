import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { sayIsSkipped } from '@platform/testing';

import { ROOT } from '../src/index.ts';
import { folderOf, SERVICE_NAMES } from '../src/services.ts';

const cwd = fileURLToPath(ROOT);
const FOLDERS = SERVICE_NAMES.map((service) => `${folderOf(service)}/migrations`);

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** The day of the newest commit; undefined without git or outside a checkout. */
const newestDay = (): string | undefined => {
  try {
    return git('log', '-1', '--format=%cs');
  } catch {
    return undefined;
  }
};

const migrationsIn = (folder: string): string[] =>
  readdirSync(new URL(folder, ROOT))
    .filter((file) => file.endsWith('.ts'))
    .sort();

/** The files of a folder, each by the place of the commit that added it. */
const additions = (folder: string): ReadonlyMap<string, number> => {
  const words = ['--reverse', '--no-renames', '--diff-filter=A', '--name-only', '--format=#%h'];
  const commits = git('log', ...words, '--', folder).split('#');
  return new Map(
    commits.flatMap((commit, place) =>
      commit.split('\n').map((name) => [name.replace(`${folder}/`, ''), place] as const),
    ),
  );
};

const TITLE = 'the names of migrations';
const newest = newestDay();
if (newest === undefined) sayIsSkipped(TITLE, 'This is no checkout of git.');

(newest === undefined ? describe.skip : describe)(TITLE, () => {
  it.each(FOLDERS)('tell no day of %s that is yet to come', (folder) => {
    // Where the author is, the day may have begun already.
    const tomorrow = new Date(Date.parse(newest ?? '') + 86_400_000).toISOString().slice(0, 10);
    const latest = tomorrow.replaceAll('-', '');
    expect(migrationsIn(folder).filter((name) => name.slice(0, 8) > latest)).toEqual([]);
  });

  // Otherwise an empty database gets them in another order than one that has the earlier ones.
  it.each(FOLDERS)('sort those of %s in the order in which they were added', (folder) => {
    const added = additions(folder);
    const names = migrationsIn(folder);
    // One that isn't committed yet is the last.
    const place = (name: string): number => added.get(name) ?? Number.MAX_SAFE_INTEGER;
    expect(names).toEqual(names.toSorted((one, other) => place(one) - place(other)));
  });
});
