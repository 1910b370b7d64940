import { setTimeout as pause } from 'node:timers/promises';

import type { Page } from 'playwright-core';

/** Where the console asks the platform. */
const API = /\/(v1|console\/session)([/?]|$)/;
const PROCESSOR_SLOWDOWN = 6;

/**
 * Makes races show that a fast machine hides: every answer of the API comes late, by this time and
 * up to as much again at random, and the page's scripts run as on a machine six times slower.
 */
export const slowDown = async (page: Page, milliseconds: number): Promise<void> => {
  await page.context().route(API, async (route) => {
    await pause(milliseconds * (1 + Math.random()));
    // The page may be closed by now.
    await route.continue().catch(() => undefined);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
};
