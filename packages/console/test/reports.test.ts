import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createPlatform } from '@platform/client';
import { startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import { describeInBrowser } from '@platform/testing';
import type { Page } from 'playwright-core';

import { startConsoleBrowser } from './console-browser.ts';
import type { ConsoleBrowser } from './console-browser.ts';

const TIMEOUT = 120_000;

describeInBrowser('reports in the console', () => {
  let isSlow = false;
  const site = createServer((request, response) => {
    const links = ['/a', '/b'].map((path) => `<a href="${path}">${path}</a>`).join('');
    const body = `<!doctype html><html lang="en"><title>A shop</title><h1>Shop</h1>${links}</html>`;
    const answer = (): void => {
      response.setHeader('Content-Type', 'text/html').end(body);
    };
    // Slow pages keep a crawl from ending before it is cancelled.
    if (isSlow && request.url !== '/') setTimeout(answer, 20_000).unref();
    else answer();
  });
  let platform: Platform;
  let browser: ConsoleBrowser;
  let page: Page;
  let address: string;
  let id: number;
  const show = async (tab: string): Promise<void> => {
    await page.getByRole('navigation', { name: address }).getByRole('link', { name: tab }).click();
  };

  beforeAll(async () => {
    await once(site.listen(0, '127.0.0.1'), 'listening');
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    platform = await startTemporaryPlatform({ ...process.env });
    ({ id } = await createPlatform(platform).reports.run(address));
    browser = await startConsoleBrowser(platform.url);
    page = await browser.open('/console/');
    await browser.signIn(page, platform.key);
    await page.goto(`/console/reports/${id}`);
  }, TIMEOUT);
  afterAll(async () => {
    await browser.close();
    await platform.stop();
    site.closeAllConnections();
    site.close();
  }, TIMEOUT);
  afterEach(() => {
    expect(browser.faults).toEqual([]);
  });

  it('shows all checks of a category, and keeps the filters in the address', async () => {
    await page.getByRole('link', { name: 'Security' }).click();
    await page.getByRole('heading', { name: 'critical' }).waitFor();
    await page.getByLabel('Result').selectOption('pass');
    const { checks } = await createPlatform(platform).reports.show(id);
    const passed = checks.filter(({ category, status }) => category === 'security' && status === 'pass');
    await page.getByText(`${passed.length} checks`).waitFor();
    expect(page.url()).toBe(`${platform.url}/console/reports/${id}?tab=checks&category=security&status=pass`);
    expect(await page.locator('.problems > li').count()).toBe(passed.length);
  });

  it('repeats a report by a schedule, and runs it now', async () => {
    await show('Schedule');
    await page.getByLabel('How often').selectOption('daily');
    await page.getByRole('button', { name: 'Repeat it' }).click();
    await page.getByText('Every day').waitFor();
    await page.getByRole('link', { name: 'Page reports' }).click();
    await page.getByRole('link', { name: 'Schedules' }).click();
    await page.getByRole('button', { name: `Run now: ${address}` }).click();
    await page.getByText('It has begun.').waitFor();
  });

  it('shares a report', async () => {
    await page.getByRole('link', { name: address }).click();
    await show('Share links');
    await page.getByLabel('Who has it').fill('Agency');
    await page.getByRole('button', { name: 'Make a link' }).click();
    const url = await page.getByRole('row', { name: 'Agency' }).getByRole('link').getAttribute('href');
    expect((await fetch(url ?? '')).status).toBe(200);
  });

  it('crawls a site, and says what is wrong across it', async () => {
    await page.getByRole('link', { name: 'Page reports' }).click();
    await page.getByRole('link', { name: 'Whole sites' }).click();
    await page.getByLabel('Address of the site').fill(address);
    await page.getByLabel('Pages at most').fill('10');
    await page.getByRole('button', { name: 'Crawl' }).click();
    await page.getByText('3 of 3 pages').waitFor();
    await page.locator('.problems summary').first().click();
    await show('Pages');
    await page.getByRole('cell', { name: `${address}b` }).waitFor();
  });

  it('cancels a crawl', async () => {
    isSlow = true;
    await page.getByRole('link', { name: 'Page reports' }).click();
    await page.getByRole('link', { name: 'Whole sites' }).click();
    await page.getByLabel('Address of the site').fill(address);
    await page.getByRole('button', { name: 'Crawl' }).click();
    await page.getByRole('button', { name: 'Cancel the crawl' }).click();
    await page.getByText('cancelled').waitFor();
  });
});
