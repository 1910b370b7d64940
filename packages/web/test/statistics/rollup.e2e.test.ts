import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { screenFits, screenIsThere } from '../screen.ts';
import { useOwnConsole } from '../use-console.ts';
import { seedVisits } from './seed-visits.ts';

describeInBrowser('several websites as one in the console', () => {
  const bed = useOwnConsole({ settings: () => ({ RATE_LIMIT_PER_MINUTE: '0' }) });
  let ids: readonly number[];
  let page: Page;

  beforeAll(async () => {
    const made = [];
    for (const name of ['shop', 'blog', 'docs']) made.push(await seedVisits(bed.platform, `${name}.example`));
    ids = made.map(({ id }) => id);
    page = await bed.signedIn('/console/websites');
  });
  afterAll(() => page.context().close());

  const figureIs = (name: string, value: string): Promise<void> =>
    eventually(async () => {
      const tile = page
        .getByRole('group', { name: 'Figures' })
        .getByRole('button', { name: new RegExp(`^${name}`) });
      expect(await tile.locator('strong').textContent()).toBe(value);
    });
  const rowOf = (website: string) =>
    page.locator('section[aria-labelledby=card-websites]').getByRole('row', { name: website });

  it('counts all of them, side by side and in sum, and says whom it counts twice', async () => {
    await page.getByRole('link', { name: 'Count them together' }).click();
    await page.getByRole('heading', { name: 'Websites together' }).waitFor();
    await page.getByText('counts twice').waitFor();
    await page.getByRole('button', { name: 'Yesterday' }).click();
    await figureIs('Visitors', '12');
    await figureIs('Page views', '21');
    for (const website of ['shop', 'blog', 'docs'])
      await rowOf(`${website}.example`).getByRole('cell', { name: /^4/ }).first().waitFor();
    expect(await page.getByText('No goals yet').count()).toBe(0);
  });

  it('filters, and counts the websites that are chosen, and keeps both in the address', async () => {
    await page.getByRole('button', { name: /^All 3 websites/ }).click();
    await page.getByLabel('shop.example').check();
    await page.getByLabel('docs.example').check();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await figureIs('Visitors', '8');
    await page.getByRole('button', { name: 'Only /blog' }).click();
    await figureIs('Visitors', '2');
    await rowOf('shop.example').waitFor();
    expect(await rowOf('blog.example').count()).toBe(0);
    await page.reload();
    await figureIs('Visitors', '2');
    await page.getByRole('button', { name: /^2 of 3 websites/ }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await figureIs('Visitors', '8');
  });

  it('goes from a row to the statistics of that website', async () => {
    await rowOf('docs.example').getByRole('link').click();
    await page.getByRole('heading', { name: 'docs.example' }).waitFor();
    await figureIs('Visitors', '20');
  });

  it('leaves out what an address names that isn’t there', async () => {
    await page.goto(`/console/websites/together?websites=999999,${ids[0]},x&period=yesterday`);
    await figureIs('Visitors', '4');
  });

  it('shares a group by a link that ends, as a page without the console', async () => {
    await page.goto(
      `/console/websites/together?websites=${ids[0]},${ids[1]}&period=yesterday&f=device%3Dmobile`,
    );
    await figureIs('Visitors', '6');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this view' });
    await dialog.getByLabel('Name of the group').fill('Shop and blog');
    await dialog.getByRole('button', { name: 'Save as a group' }).click();
    const link = (await dialog.locator('.code code').first().textContent()) ?? '';
    const guest = await bed.browser.open(link.replace(bed.platform.url, ''));
    await guest.getByRole('heading', { name: 'Shop and blog' }).waitFor();
    const visitors = guest
      .getByRole('group', { name: 'Figures' })
      .getByRole('link', { name: /^Visitors/ })
      .locator('strong');
    expect(await visitors.textContent()).toBe('6');
    for (const website of ['shop', 'blog'])
      await guest.getByRole('row', { name: `${website}.example` }).waitFor();
    expect(await guest.getByRole('row', { name: 'docs.example' }).count()).toBe(0);
    await guest.getByRole('link', { name: 'Remove: Device is Mobile' }).click();
    await eventually(async () => {
      expect(await visitors.textContent()).toBe('8');
    });
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await guest.setViewportSize({ width, height: 900 });
      await guest.emulateMedia({ colorScheme });
      await screenFits(guest);
      expect(await bed.browser.violations(guest)).toEqual([]);
      const folder = process.env['SCREENSHOTS'];
      if (folder) {
        const path = (name: string) => `${folder}/group-${name}-${colorScheme}-${width}.png`;
        await guest.screenshot({ fullPage: true, path: path('page') });
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: path('dialog') });
      }
    }
    expect(await bed.browser.violations(page)).toEqual([]);
    await guest.context().close();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Delete: Share this view' }).click();
    await page.getByText('No links yet.').waitFor();
    await eventually(async () => {
      expect((await fetch(link)).status).toBe(404);
    });
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('is accessible and fits: %s at %i pixels', async (colorScheme, width) => {
    const other = await bed.signedIn('/console/websites/together', {
      colorScheme,
      viewport: { width, height: 900 },
    });
    await other.getByRole('heading', { name: 'By website' }).waitFor();
    await screenIsThere(other);
    await screenFits(other);
    expect(await bed.browser.violations(other)).toEqual([]);
    const folder = process.env['SCREENSHOTS'];
    if (folder)
      await other.screenshot({ fullPage: true, path: `${folder}/rollup-${colorScheme}-${width}.png` });
    await other.context().close();
  });
});
