import { describeInIsolatedBrowser } from '@platform/testing';

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
    await page.getByRole('img', { name: /^Every request the page made/ }).waitFor();
    const sizes = await page.evaluate<number[]>(SIZES);
    expect(sizes).toHaveLength(3);
    expect(Math.min(...sizes)).toBeGreaterThan(100);
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.context().close();
  });
});
