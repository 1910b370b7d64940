import { spawnSync } from 'node:child_process';

import { sayIsSkipped } from './say-is-skipped.ts';

/**
 * True where there is a `curl`, which the lines of READMEs call. Elsewhere the output says that
 * tests of this title are skipped.
 */
export const hasCurl = (title: string): boolean => {
  const isThere = spawnSync('curl', ['--version']).status === 0;
  if (!isThere) sayIsSkipped(title, 'There is no curl on the PATH.');
  return isThere;
};
