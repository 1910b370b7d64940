import { eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

const OVERFLOW = 'document.documentElement.scrollWidth - innerWidth';

/** Waits until a screen shows all that it loads. */
export const screenIsThere = async (page: Page): Promise<void> => {
  // Not the heading that the page shows until the scripts have loaded.
  await page.locator('#content h1').waitFor();
  await page.waitForLoadState('networkidle');
  // Placeholders for content that is still loading.
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
};

/** Waits until nothing on a screen is wider than the window; charts follow it a moment later. */
export const screenFits = (page: Page): Promise<void> =>
  eventually(async () => {
    expect([page.url(), await page.evaluate(OVERFLOW)]).toEqual([page.url(), 0]);
  });
