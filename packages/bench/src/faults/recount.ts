import { setTimeout as sleep } from 'node:timers/promises';

import { moduleOf, runModule } from '@platform/local';

const PATIENCE_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 2_000;

/**
 * Counts the statistics of all websites anew from the raw rows. What is on its way, such as hits that
 * a gateway passes on late, gets a minute to arrive.
 * @param databaseUrl of the analytics service
 * @returns a line for each sum that differs
 */
export const recountAll = async (
  databaseUrl: string,
  patienceMilliseconds = PATIENCE_MILLISECONDS,
): Promise<readonly string[]> => {
  const end = Date.now() + patienceMilliseconds;
  for (;;) {
    const printed = await runModule(moduleOf('analytics', 'test/collect/recount-all.ts'), [], {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
    });
    const differing = printed.split('\n').filter((line) => line !== '');
    if (differing.length === 0 || Date.now() > end) return differing;
    await sleep(PAUSE_MILLISECONDS);
  }
};
