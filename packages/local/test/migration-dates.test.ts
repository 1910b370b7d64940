import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { sayIsSkipped } from '@platform/testing';

import { ROOT } from '../src/index.ts';

const cwd = fileURLToPath(ROOT);
const FOLDERS = ['gateway', 'services/analytics', 'services/reports', 'services/palette'].map(
  (service) => `${service}/migrations`,
);

/** What git answers; undefined without git or outside a checkout. */
const git = (...words: string[]): string | undefined => {
  try {
    return execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
};

const migrationsIn = (folder: string): string[] =>
  readdirSync(new URL(folder, ROOT))
    .filter((file) => file.endsWith('.ts'))
    .sort();

/** The migrations' files, each by the place of the commit that added it. */
const additions = (folder: string): ReadonlyMap<string, number> => {
  const log = git(
    'log',
    '--reverse',
    '--no-renames',
    '--diff-filter=A',
    '--name-only',
    '--format=#',
    '--',
    folder,
  );
  const commits = (log ?? '').split('#').map((names) => names.trim().split('\n'));
  return new Map(
    commits.flatMap((names, place) => names.map((name) => [name.replace(`${folder}/`, ''), place] as const)),
  );
};

const TITLE = 'the names of migrations';
const newest = git('log', '-1', '--format=%cs');
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
    const places = migrationsIn(folder).map((name) => added.get(name) ?? Number.POSITIVE_INFINITY);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });
});
