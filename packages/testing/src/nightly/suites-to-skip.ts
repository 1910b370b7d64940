import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const IMPORT = /^(?:import|export)\b[^;]*?\bfrom '([^']+)'/gm;

/** Where every database of a test comes from. */
const SOURCE = '@platform/testing';

/** Helpers of a suite that drives a browser. */
const BROWSER = /\b(?:describeInBrowser|launchBrowser)\b/;

interface Reach {
  mayHaveDatabase: boolean;
  hasBrowser: boolean;
}

/** Collects what a file takes from outside the folder of tests, itself or through its imports. */
const follow = async (file: string, folder: string, reach: Reach, seen: Set<string>): Promise<Reach> => {
  if (seen.has(file)) return reach;
  seen.add(file);
  const text = await readFile(file, 'utf8');
  reach.hasBrowser ||= BROWSER.test(text);
  for (const [, name = ''] of text.matchAll(IMPORT)) {
    reach.mayHaveDatabase ||= name === SOURCE;
    const path = name.startsWith('.') ? join(dirname(file), name) : '';
    if (path.startsWith(folder)) await follow(path, folder, reach, seen);
  }
  return reach;
};

/**
 * The suites below a folder that say the same on every kind of database: those that have none, and
 * those that look at pages in a browser, whose minutes are the browser's. What pages ask for is
 * asked by other suites, too.
 */
export const suitesToSkip = async (folder: string): Promise<readonly string[]> => {
  const suites: string[] = [];
  for await (const name of glob('**/*.test.ts', { cwd: folder })) {
    const file = join(folder, name);
    const reach = await follow(file, folder, { mayHaveDatabase: false, hasBrowser: false }, new Set());
    if (!reach.mayHaveDatabase || reach.hasBrowser) suites.push(file);
  }
  return suites.toSorted();
};
