import { join } from 'node:path';

import { runGroup } from '../citus-run/process-group.ts';
import type { GroupOptions } from '../citus-run/process-group.ts';
import { ROOT } from '../run-files.ts';

/**
 * Runs Jest with these words in the repository's folder, in a process group of its own.
 * @returns its exit code; 1 if it was killed
 */
export const runJest = (
  words: readonly string[],
  options: Pick<GroupOptions, 'signal' | 'environment'>,
): Promise<number> =>
  runGroup(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(ROOT, 'node_modules/jest/bin/jest.js'),
      ...words,
    ],
    { ...options, directory: ROOT },
  );
