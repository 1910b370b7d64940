import { describeInBrowser } from '@platform/testing';
import type { Page } from 'playwright-core';

import { useConsole } from './use-console.ts';

describeInBrowser('sessions in the console', () => {
  const bed = useConsole();
  const signedIn = (userAgent: string): Promise<Page> => bed.signedIn(undefined, { userAgent });
  const isSignedOut = async (page: Page): Promise<void> => {
    await page.reload();
    await page.getByLabel('API key').waitFor();
  };

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
