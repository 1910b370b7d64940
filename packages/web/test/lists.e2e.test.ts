import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

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
