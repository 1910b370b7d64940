import { spawn } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createPlatform } from '@platform/client';
import { describeInBrowser, endProcess, eventually, freePort } from '@platform/testing';
import type { Page } from 'playwright-core';

import { startConsoleBrowser } from './console-browser.ts';
import type { ConsoleBrowser } from './console-browser.ts';
import { useSite } from './use-server.ts';
const MOST_CLICKS = 4;
const START = fileURLToPath(new URL('../../local/src/main.ts', import.meta.url));
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

describeInBrowser('the first steps in the console, from what npm start prints', () => {
  const site = useSite();
  let directory: string;
  let start: ReturnType<typeof startIn>;
  let banner = '';
  let browser: ConsoleBrowser;
  let page: Page;
  let clicks: number;

  const startIn = (folder: string, port: number) =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', START], {
      env: {
        ...process.env,
        DATA_DIR: folder,
        PORT: String(port),
        LOG_LEVEL: 'error',
        GUARD_ALLOW: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const printed = (line: RegExp): string => line.exec(banner)?.[1] ?? '';
  const click = async (role: 'button' | 'link', name: string): Promise<void> => {
    clicks++;
    await page.getByRole(role, { name }).click();
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-first-steps-'));
    // PostgreSQL may run as another user, who must be able to reach the folder below.
    await chmod(directory, 0o711);
    start = startIn(join(directory, 'data'), await freePort());
    start.stdout.on('data', (chunk: Buffer) => (banner += chunk.toString()));
    await eventually(() => {
      expect(banner).toContain('Ctrl-C stops everything');
    }, 150_000);
    browser = await startConsoleBrowser(printed(/Address\s+(\S+)/));
  });
  afterAll(async () => {
    await browser.close();
    await endProcess(start, 'SIGINT');
    await rm(directory, { recursive: true, force: true });
  });
  beforeEach(() => {
    clicks = 0;
  });
  afterEach(() => {
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(browser.faults).toEqual([]);
  });

  it('takes four clicks at most to the first visit', async () => {
    clicks++;
    page = await browser.open(printed(/Sign in\s+(\S+)/));
    // The link of the first start offers an account first.
    await click('button', 'Later');
    await click('link', 'Add a website and see its first visit');
    await page.getByLabel('Domain').fill('shop.example');
    await click('button', 'Add a website');
    await page.getByText('Waiting for the first visit').waitFor();
    const url = printed(/Address\s+(\S+)/);
    const { websites, events } = createPlatform({ url, key: printed(/Key\s+(dak_\w+)/) });
    const [website] = (await websites.list()).items;
    const visit = { url: 'https://shop.example/', user_agent: USER_AGENT, ip: '203.0.113.7' };
    await events.send({ events: [{ ...visit, site_key: website?.site_key ?? '' }] });
    await page.getByText('The first visit has arrived.').waitFor();
  });

  it('takes four clicks at most to the first report', async () => {
    await click('link', 'Overview');
    await click('link', 'Report on a page');
    await page.getByLabel('Address of the page').fill(site.url);
    await click('button', 'Report');
    await page.getByText('What to fix first').waitFor();
  });

  it('takes four clicks at most to the first export', async () => {
    await click('link', 'Overview');
    await click('link', 'Create a palette and export it');
    await click('button', 'Create a palette');
    await click('button', 'Export');
    await page.getByRole('link', { name: /^Download / }).waitFor();
  });
});
