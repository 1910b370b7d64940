import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { useConsole } from './use-console.ts';
const ADA = 'ada@example.com';

describeInBrowser('members in the console', () => {
  const bed = useConsole();
  let page: Page;
  const stored = async (): Promise<unknown[]> => (await createPlatform(bed.platform).members.list()).items;
  const invite = async (on: Page, role: string): Promise<void> => {
    await on.getByLabel('E-mail address').fill(ADA);
    await on.getByLabel('Role', { exact: true }).selectOption(role);
    await on.getByRole('button', { name: 'Invite' }).click();
  };

  beforeAll(async () => {
    page = await bed.signedIn();
  });

  it('invites a member, and refuses the same address again', async () => {
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByText('No members yet.').waitFor();
    await invite(page, 'Editor');
    await page.getByRole('row', { name: /ada@example\.com .*invited until .*never/ }).waitFor();
    expect(await stored()).toMatchObject([{ email: ADA, role: 'editor', status: 'invited' }]);
    const link = page.getByText(/\/console\/#invitation=[\w-]{43}$/);
    const first = await link.textContent();
    await page.getByRole('button', { name: `New link: ${ADA}` }).click();
    await eventually(async () => {
      expect(await link.textContent()).not.toBe(first);
    });
    // The next one is no owner because somebody did not choose.
    await eventually(async () => {
      expect(await page.getByLabel('Role', { exact: true }).inputValue()).toBe('viewer');
    });
    await invite(page, 'Editor');
    await page.getByText('There is an invitation for this address already.').waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
  });

  it('changes a role', async () => {
    await page.getByLabel(`Role: ${ADA}`).selectOption('Owner');
    await eventually(async () => {
      expect(await stored()).toMatchObject([{ email: ADA, role: 'owner' }]);
    });
    await page.reload();
    await eventually(async () => {
      expect(await page.getByLabel(`Role: ${ADA}`).inputValue()).toBe('owner');
    });
  });

  it('shows a refused change as it still is, and says why', async () => {
    const { key } = await createPlatform(bed.platform).keys.create({
      name: 'Doorman',
      scopes: ['keys:admin'],
    });
    const other = await bed.browser.open('/console/members');
    await other.getByLabel('API key').fill(key);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByLabel(`Role: ${ADA}`).selectOption('Viewer');
    await other.getByRole('status').filter({ hasText: 'Request' }).waitFor();
    await eventually(async () => {
      expect(await other.getByLabel(`Role: ${ADA}`).inputValue()).toBe('owner');
    });
    expect(await stored()).toMatchObject([{ role: 'owner' }]);
    await other.context().close();
  });

  it('speaks German', async () => {
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Mitglieder' }).waitFor();
    await page.getByRole('row', { name: /eingeladen bis/ }).waitFor();
    expect(await page.getByLabel(`Rolle: ${ADA}`).locator('option').allTextContents()).toEqual([
      'Inhaber',
      'Bearbeiter',
      'Leser',
    ]);
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.getByLabel('Sprache').selectOption('English');
  });

  it('removes a member ten seconds after they were taken out of the list, unless that is undone', async () => {
    const remove = page.getByRole('button', { name: `Delete: ${ADA}` });
    await remove.click();
    await page.getByText('No members yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await remove.click();
    await page.getByText('No members yet.').waitFor();
    expect(await stored()).toHaveLength(1);
    await eventually(async () => {
      expect(await stored()).toEqual([]);
    });
  });
});
