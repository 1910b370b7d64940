import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { makeWebsite, takePictures } from './across-bed.ts';
import type { TestedWebsite } from './across-bed.ts';
import { useConsole } from './use-console.ts';
import { useServer } from './use-server.ts';

describeInBrowser('clicks and colours of a website', () => {
  let tag = '';
  const server = useServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
      .end(`<!doctype html><html lang="en"><title>Shop</title>${tag}
      <meta name="viewport" content="width=device-width"><style>body { margin: 20px } .pale { color: #999 }</style>
      <body><nav id="menu"><a href="#prices">Prices</a> <a href="#about">About us</a></nav><h1>Shop</h1>
      <p class="pale">Hardly legible words</p><button>Buy now</button></body>`);
  });
  const bed = useConsole();
  let website: TestedWebsite;
  let page: Page;

  /** A visitor who clicks, in a window of this width. */
  const visit = async (width: number, ...names: string[]): Promise<void> => {
    const visitor = await page.context().newPage();
    await visitor.addInitScript('delete Navigator.prototype.webdriver');
    await visitor.setViewportSize({ width, height: 800 });
    await visitor.goto(website.addressOf('/'));
    for (const name of names) await visitor.getByText(name, { exact: true }).click();
    await visitor.close();
  };

  beforeAll(async () => {
    website = await makeWebsite(bed.platform, server.url);
    const { site_key: key } = await website.client.websites.update(website.id, { exclude_bots: 0 });
    page = await bed.signedIn(`/console/websites/${website.id}?tab=clicks`);
    await page.getByText('No clicks yet.').waitFor();
    expect(await page.locator('.code code').innerText()).toContain('/t.js/clicks.js" data-site=');
    tag = `<script defer src="${bed.platform.url}/t.js/clicks.js" data-site="${key}"></script>`;
    await createPlatform(bed.platform).reports.run(website.addressOf('/'), { render: 1 });
    await visit(390, 'Prices', 'Prices', 'Buy now');
    await visit(1200, 'About us');
    await eventually(async () => {
      expect((await website.client.stats.clicks(website.id)).total).toBe(4);
    });
  });

  it('draws clicks over the picture of the report, at each width', async () => {
    await page.reload();
    const map = page.getByRole('img', { name: /elements? that (?:was|were) clicked/ });
    await map.waitFor();
    await page
      .getByRole('row', { name: /Prices/ })
      .getByRole('cell', { name: '2', exact: true })
      .waitFor();
    await page.getByRole('row', { name: /Buy now/ }).waitFor();
    expect(await map.locator('rect').count()).toBe(2);
    await takePictures(page, 'clicks');
    await page.getByLabel('Width').selectOption('desktop');
    await page.getByRole('row', { name: /About us/ }).waitFor();
    await eventually(async () => {
      expect(await map.locator('rect').count()).toBe(1);
    });
    expect(await bed.browser.violations(page)).toEqual([]);
    await takePictures(page, 'clicks-desktop');
  });

  it('shows the colours, what fails, and makes a theme that repairs it', async () => {
    await page.goto(`/console/websites/${website.id}?tab=colors`);
    await page.getByText('#999999 on #ffffff 2.84, needs 4.5').waitFor();
    await page.getByText(/color: #[0-9a-f]{6};/).waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await takePictures(page, 'colors');
    await page.getByRole('button', { name: 'Make a theme that repairs them' }).click();
    await page.waitForURL(/\/console\/themes\/thm_/);
    await page.getByRole('heading', { name: 'localhost, repaired' }).waitFor();
  });
});
