/// <reference lib="dom" />
import { describeInIsolatedBrowser, eventually } from '@platform/testing';

import { makeWebsite, takePictures } from './across-bed.ts';
import { useConsole } from './use-console.ts';
import { useSite } from './use-server.ts';

const TIMEOUT = 180_000;
/** The sizes of the pictures that are shown, once all of them have come. */
const SIZES = `Promise.all([...document.querySelectorAll('main img')].map(async (image) => {
  await image.decode();
  return image.naturalWidth;
}))`;

await describeInIsolatedBrowser('a report by a browser in the console', () => {
  const site = useSite('<html lang="en"><title>A shop</title><h1>Shop</h1></html>');
  const bed = useConsole();

  it('shows its progress, then times, screenshots and the waterfall', async () => {
    const page = await bed.signedIn('/console/reports');
    await page.getByLabel('Address of the page').fill(site.url);
    await page.getByLabel('With a browser').check();
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await page.getByRole('progressbar', { name: 'Reading the page …' }).waitFor();
    await page.getByRole('heading', { name: 'In the browser' }).waitFor({ timeout: TIMEOUT });
    await page.getByRole('img', { name: 'The page on a desktop' }).waitFor();
    await page.getByRole('img', { name: 'The page on a phone' }).waitFor();
    await page.getByRole('img', { name: /^\d+ requests? in [\d,]+ ms, by origin$/ }).waitFor();
    const sizes = await page.evaluate<number[]>(SIZES);
    // The filmstrip's come with them.
    expect(sizes.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...sizes)).toBeGreaterThan(100);
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.context().close();
  });

  it('renders a report that had no browser, measures it three times and on a desktop, and compares', async () => {
    const website = await makeWebsite(bed.platform, site.url);
    const { reports } = website.client;
    const address = website.addressOf('/');
    const { id } = await reports.run(address);
    await website.measure('/', { LCP: 2_750, CLS: 0.02, INP: 90 });
    const page = await bed.signedIn(`/console/reports/${id}`);
    await page.getByRole('button', { name: 'Run with a browser' }).click();
    await page.getByText(/^The result is there: \d+ points \(/).waitFor({ timeout: TIMEOUT });
    await page.getByRole('heading', { name: 'While it loaded, on the phone' }).waitFor();
    expect(await page.getByRole('button', { name: 'Run with a browser' }).count()).toBe(0);

    const table = page.getByRole('region', { name: 'In the browser' });
    // What visitors measured is asked for by itself.
    await eventually(async () => {
      expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Phone', 'Your visitors']);
    });
    // Percentiles are those of classes, so they are near what was sent.
    const fieldOf = (name: string): Promise<string> =>
      table.locator('tr').filter({ hasText: name }).locator('td').last().innerText();
    expect(await fieldOf('Largest Contentful Paint')).toMatch(/^2,[5-9]\d\d ms$/);
    expect(await fieldOf('Interaction to Next Paint')).toMatch(/^(?:8\d|9\d|10\d) ms$/);
    await page.getByLabel('Measure', { exact: true }).selectOption('3');
    await page.getByLabel('On a desktop, too').check();
    await page.getByRole('button', { name: 'Measure again' }).click();
    await eventually(async () => {
      const { samples } = await reports.show(id);
      expect(samples).toHaveLength(3);
    }, TIMEOUT);
    await table.getByRole('columnheader', { name: 'Desktop' }).waitFor();
    await page.getByText(/Medians of 3 runs/).waitFor();
    await takePictures(page, 'report-measured');

    await page.getByRole('navigation', { name: address }).getByRole('link', { name: 'History' }).click();
    await page.getByRole('button', { name: 'What changed' }).first().click();
    const compared = page.getByRole('region', { name: 'Two runs side by side' });
    await compared.getByRole('rowheader', { name: 'Largest Contentful Paint' }).waitFor();
    await page
      .getByRole('img', { name: /^The page on a phone, / })
      .first()
      .waitFor();
    const against = page.getByLabel('Compare with');
    const options = await against
      .locator('option')
      .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    await against.selectOption(options.at(-1) ?? '');
    await page.waitForURL(/against=\d+/);
    await page.reload();
    await compared.getByRole('rowheader', { name: 'Score' }).waitFor();
    expect(await against.inputValue()).toBe(options.at(-1));
    expect(await bed.browser.violations(page)).toEqual([]);
    await takePictures(page, 'report-compared');
    await page.context().close();
  });
});
