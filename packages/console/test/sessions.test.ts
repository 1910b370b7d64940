import { startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import { describeInBrowser } from '@platform/testing';
import type { Page } from 'playwright-core';

import { startConsoleBrowser } from './console-browser.ts';
import type { ConsoleBrowser } from './console-browser.ts';

const TIMEOUT = 120_000;

describeInBrowser('sessions in the console', () => {
  let platform: Platform;
  let browser: ConsoleBrowser;
  const signedIn = async (userAgent: string): Promise<Page> => {
    const page = await browser.open('/console/', { userAgent });
    await browser.signIn(page, platform.key);
    return page;
  };
  const isSignedOut = async (page: Page): Promise<void> => {
    await page.reload();
    await page.getByLabel('API key').waitFor();
  };

  beforeAll(async () => {
    platform = await startTemporaryPlatform({ ...process.env });
    browser = await startConsoleBrowser(platform.url);
  }, TIMEOUT);
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  }, TIMEOUT);
  afterEach(() => {
    expect(browser.faults).toEqual([]);
  });

  it('lists where one is signed in, and signs out there or everywhere', async () => {
    const [laptop, phone, tablet] = await Promise.all(['Laptop', 'Phone', 'Tablet'].map(signedIn));
    if (!laptop || !phone || !tablet) throw new Error('Three sessions were wanted.');
    await laptop.getByRole('link', { name: 'Sessions' }).click();
    await laptop.getByRole('row', { name: /Laptop .*this session/ }).waitFor();
    await laptop.getByRole('row', { name: /Phone/ }).getByRole('button', { name: 'End' }).click();
    await laptop.getByRole('row', { name: /Phone/ }).waitFor({ state: 'detached' });
    await isSignedOut(phone);
    await tablet.reload();
    await tablet.getByRole('heading', { name: 'Overview' }).waitFor();
    await laptop.getByRole('button', { name: 'Sign out everywhere' }).click();
    await laptop.getByLabel('API key').waitFor();
    await isSignedOut(laptop);
    await isSignedOut(tablet);
  });
});
