import { setTimeout as sleep } from 'node:timers/promises';

import { endLingering } from './end-lingering.ts';

/** A platform ends in ten seconds on a busy machine. */
const LIMIT_MILLISECONDS = 60_000;

/** Jest's global tear-down: stops what the set-up started, and fails when suites left something. */
const globalTeardown = async (): Promise<void> => {
  const holder = globalThis as unknown as Record<symbol, (() => Promise<void>) | undefined>;
  try {
    await Promise.race([
      holder[Symbol.for('platform.test.tear-down')]?.(),
      sleep(LIMIT_MILLISECONDS, undefined, { ref: false }).then(() => {
        throw new Error('What the set-up started did not stop within a minute.');
      }),
    ]);
  } finally {
    endLingering();
  }
};

export default globalTeardown;
