import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createPlatform } from '@platform/client';
import { startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import { describeInBrowser, eventually } from '@platform/testing';

import { startConsoleBrowser } from './console-browser.ts';
import type { ConsoleBrowser } from './console-browser.ts';

const TIMEOUT = 180_000;

// Among the slow ones: a report is generated again after a minute at the earliest.
describeInBrowser('the history of a report in the console', () => {
  let title = 'A shop';
  const site = createServer((_request, response) => {
    response
      .setHeader('Content-Type', 'text/html')
      .end(`<!doctype html><title>${title}</title><h1>Shop</h1>`);
  });
  let platform: Platform;
  let browser: ConsoleBrowser;

  beforeAll(async () => {
    await once(site.listen(0, '127.0.0.1'), 'listening');
    platform = await startTemporaryPlatform({ ...process.env });
    browser = await startConsoleBrowser(platform.url);
  }, TIMEOUT);
  afterAll(async () => {
    await browser.close();
    await platform.stop();
    site.close();
  }, TIMEOUT);

  it(
    'shows the trend of the score, and what changed from one run to the next',
    async () => {
      const { reports } = createPlatform(platform);
      const { id } = await reports.run(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      title = 'A much better shop, with everything for the garden';
      await eventually(async () => {
        await reports.update(id, { results: 1 });
        const { items } = await reports.runs.list(id);
        expect(items).toHaveLength(2);
      }, 120_000);
      const page = await browser.open('/console/');
      await browser.signIn(page, platform.key);
      await page.goto(`/console/reports/${id}?tab=history`);
      await page.getByRole('img', { name: /^Scores, the oldest first: \d+, \d+$/ }).waitFor();
      await page.getByRole('button', { name: 'What changed' }).click();
      await page.getByRole('heading', { name: 'Mended' }).waitFor();
      expect(page.url()).toMatch(/tab=history&run=\d+$/);
      expect(browser.faults).toEqual([]);
    },
    TIMEOUT,
  );
});
