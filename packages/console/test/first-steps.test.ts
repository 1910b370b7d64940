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
const MOST_CLICKS = 4;
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

describeInBrowser('the first steps in the console', () => {
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>A shop</title><h1>Shop</h1>');
  });
  let platform: Platform;
  let browser: ConsoleBrowser;
  let page: Page;
  let clicks: number;
  const click = async (role: 'button' | 'link', name: string): Promise<void> => {
    clicks++;
    await page.getByRole(role, { name }).click();
  };

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
  // Each one begins where a newcomer does: with the key that `npm start` has printed.
  beforeEach(async () => {
    clicks = 0;
    page = await browser.open('/console/');
    await page.getByLabel('API key').fill(platform.key);
    await click('button', 'Sign in');
  });
  afterEach(async () => {
    await page.context().close();
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
  });

  it('to the first visit takes four clicks at most', async () => {
    await click('link', 'Add a website and see its first visit');
    await page.getByLabel('Domain').fill('shop.example');
    await click('button', 'Add a website');
    await page.getByText('Waiting for the first visit').waitFor();
    const { websites, events } = createPlatform(platform);
    const [website] = (await websites.list()).items;
    const visit = { url: 'https://shop.example/', user_agent: USER_AGENT, ip: '203.0.113.7' };
    await events.send({ events: [{ ...visit, site_key: website?.site_key ?? '' }] });
    await page.getByText('The first visit has arrived.').waitFor();
  });

  it('to the first report takes four clicks at most', async () => {
    await click('link', 'Report on a page');
    const { port } = site.address() as AddressInfo;
    await page.getByLabel('Address of the page').fill(`http://127.0.0.1:${port}/`);
    await click('button', 'Report');
    await page.getByText('What to mend first').waitFor();
  });

  it('to the first export takes four clicks at most', async () => {
    await click('link', 'Make a palette and export it');
    await click('button', 'Make a palette');
    await click('button', 'Export');
    await page.getByRole('link', { name: /^Download / }).waitFor();
  });
});
