import { eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

const OVERFLOW = 'document.documentElement.scrollWidth - innerWidth';

/** Waits until a screen shows all that it loads. */
export const screenIsThere = async (page: Page): Promise<void> => {
  // Not the heading of the page that stands there until the scripts have come.
  await page.locator('#content h1').waitFor();
  await page.waitForLoadState('networkidle');
  // What stands in the place of what is on its way.
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
};

/** Waits until nothing on a screen is wider than the window; charts follow it a moment later. */
export const screenFits = (page: Page): Promise<void> =>
  eventually(async () => {
    expect([page.url(), await page.evaluate(OVERFLOW)]).toEqual([page.url(), 0]);
  });
