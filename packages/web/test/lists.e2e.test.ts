import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { USER_AGENT } from './across-bed.ts';
import { screenIsThere } from './screen.ts';
import { useOwnConsole } from './use-console.ts';

const THEMES = 30;

describeInBrowser('lists of many entries', () => {
  const bed = useOwnConsole();
  let page: Page;
  const names = async (): Promise<string[]> => page.locator('tbody').getByRole('link').allTextContents();

  beforeAll(async () => {
    const { palettes, themes } = createPlatform(bed.platform);
    const { id } = await palettes.create({ base_color: '#2b5bd7', name: 'Harbour' });
    for (let at = 1; at <= THEMES; at += 1)
      await themes.create({ palette_id: id, name: `Theme ${at}`, tokens: {} });
    page = await bed.signedIn('/console/themes');
  });

  it('counts them, and keeps page, size and order in the address', async () => {
    await page.getByText(`1–25 of ${THEMES}`).waitFor();
    await page.getByLabel('Sorted by').selectOption('Name');
    await page.waitForURL(/sort=name/);
    await eventually(async () => {
      expect((await names()).slice(0, 3)).toEqual(['Theme 1', 'Theme 2', 'Theme 3']);
    });
    await page.getByLabel('Per page').selectOption('10');
    await page.getByLabel('Page', { exact: true }).fill('3');
    await page.getByLabel('Page', { exact: true }).press('Enter');
    await page.waitForURL(/page=3/);
    await page.reload();
    await page.getByText(`21–30 of ${THEMES}`).waitFor();
    expect(await names()).toEqual(Array.from({ length: 10 }, (_, index) => `Theme ${index + 21}`));
    expect(await bed.browser.violations(page)).toEqual([]);
  });

  it('searches them, which begins at the first page again', async () => {
    await page.getByLabel('Search').fill('theme 3');
    await eventually(async () => {
      expect(await names()).toEqual(['Theme 3', 'Theme 30']);
    });
    expect(page.url()).not.toContain('page=3');
    await page.getByLabel('Search').fill('nothing like it');
    await page.getByText('No themes match.').waitFor();
    await page.getByLabel('Search').fill('');
  });

  it('deletes those that are marked, unless that is undone', async () => {
    const { themes } = createPlatform(bed.platform);
    await page.goto('/console/themes?sort=name&per_page=10');
    await page.getByLabel('Select \u2068Theme 2\u2069').check();
    await page.getByLabel('Select \u2068Theme 4\u2069').check();
    await page.getByText('2 selected').waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete 2', exact: true }).click();
    await page.getByText('2 entries will be deleted in 10 seconds.').waitFor();
    await page.getByText(`1–10 of ${THEMES - 2}`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`1–10 of ${THEMES}`).waitFor();
    await page.getByLabel('Select all 10').check();
    await page.getByRole('button', { name: 'Delete 10', exact: true }).click();
    await eventually(async () => {
      expect(await themes.list({ search: 'Theme' }).all()).toHaveLength(THEMES - 10);
    }, 60_000);
    expect(await names()).toContain('Theme 11');
  });

  it('sorts by the keyboard, and the head that sorts keeps the focus', async () => {
    const { websites } = createPlatform(bed.platform);
    for (const domain of ['alpha.example', 'omega.example']) await websites.create({ domain });
    await page.goto('/console/websites?search=a.example');
    await page.getByRole('link', { name: 'alpha.example' }).waitFor();
    await page.getByRole('button', { name: 'Domain', exact: true }).press('Enter');
    await eventually(async () => {
      expect(await names()).toEqual(['omega.example', 'alpha.example']);
    });
    expect(await page.locator(':focus').textContent()).toContain('Domain');
  });

  it('marks palettes, websites and reports, too', async () => {
    const { palettes, websites } = createPlatform(bed.platform);
    for (const name of ['one', 'two']) {
      await palettes.create({ base_color: '#aa3300', name });
      await websites.create({ domain: `${name}.example` });
    }
    for (const [path, name] of [
      ['palettes', 'one'],
      ['websites', 'one.example'],
    ] as const) {
      await page.goto(`/console/${path}`);
      await page.getByLabel(`Select \u2068${name}\u2069`).check();
      await page.getByRole('button', { name: 'Delete 1', exact: true }).click();
      await page.getByText('One entry will be deleted in 10 seconds.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
    }
  });

  it('revokes marked keys once their number is typed', async () => {
    const { keys } = createPlatform(bed.platform);
    for (const name of ['Nightly', 'Weekly']) await keys.create({ name, scopes: ['websites:read'] });
    await page.goto('/console/keys');
    for (const name of ['Nightly', 'Weekly']) await page.getByLabel(`Select \u2068${name}\u2069`).check();
    await page.getByRole('button', { name: 'Revoke 2', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Type 2 to revoke them.').fill('2');
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { items } = await keys.list();
    expect(items.filter(({ revoked_at: at }) => at !== null).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Nightly', 'Weekly']),
    );
  });

  it('shows websites as cards or in a table with who is there now, and keeps the choice', async () => {
    const { websites, events } = createPlatform(bed.platform);
    const { site_key: siteKey } = await websites.create({ domain: 'lively.example' });
    const visit = { site_key: siteKey, url: 'https://lively.example/', user_agent: USER_AGENT };
    await events.send({ events: ['203.0.113.1', '203.0.113.2'].map((ip) => ({ ...visit, ip })) });
    await page.goto('/console/websites?search=lively');
    const row = page.getByRole('row').filter({ hasText: 'lively.example' });
    await row.getByRole('img', { name: 'Visitors in the last 30 days: 2' }).waitFor();
    await eventually(async () => {
      await page.reload();
      expect(await row.locator('.now-count').innerText()).toBe('2');
    });
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cards' }).click();
    const card = page.getByRole('list', { name: 'Websites' }).getByRole('listitem');
    await card.getByText('2 here now').waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.goto('/console/websites?search=lively');
    await card.getByRole('link', { name: 'lively.example' }).waitFor();
    await page.getByLabel('Sorted by').selectOption('Newest first');
    await page.waitForURL(/sort_by=id&sort=desc/);
    await page.getByRole('button', { name: 'Table' }).click();
    await row.waitFor();
  });

  it('is a table by its elements, and by roles only where rows are cards', async () => {
    await page.goto('/console/themes');
    await screenIsThere(page);
    expect(await page.locator('[role=cell], [role=row], [role=table]').count()).toBe(0);
    expect(await page.getByRole('cell').count()).toBeGreaterThan(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('td[role=cell]').first().waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
  });
});
