import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createPlatform } from '@platform/client';
import { describeInBrowser } from '@platform/testing';
import type { Page } from 'playwright-core';

import { screenIsThere } from './screen.ts';
import { useOwnConsole } from './use-console.ts';

const KEYS = fileURLToPath(new URL('../../../gateway/src/keys/cli.ts', import.meta.url));
const run = promisify(execFile);

describeInBrowser('the overview', () => {
  const bed = useOwnConsole();
  let page: Page;
  beforeAll(async () => {
    page = await bed.signedIn();
  });

  it('shows no section that would be empty', async () => {
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await screenIsThere(page);
    expect(await page.getByRole('main').getByRole('heading').allTextContents()).toEqual([
      'Overview',
      'First steps',
    ]);
  });

  it('follows an export until its file is there', async () => {
    const worker = bed.platform.children.find(({ name }) => name === 'palette-worker');
    if (!worker) throw new Error('There is no worker.');
    const { palettes, tokens } = createPlatform(bed.platform);
    const { id } = await palettes.create({ base_color: '#336699' });
    process.kill(worker.pid, 'SIGSTOP');
    try {
      await tokens.export({ palette_id: id, format: 'css' });
      await page.reload();
      const row = page.getByRole('listitem').filter({ hasText: 'css' });
      await row.getByRole('progressbar').waitFor();
      expect(await bed.browser.violations(page)).toEqual([]);
    } finally {
      process.kill(worker.pid, 'SIGCONT');
    }
    // Nobody reloads the page.
    await page.getByRole('listitem').filter({ hasText: 'completed' }).waitFor();
    await page.getByRole('link', { name: /\.css$/ }).click();
    await page.waitForURL(`**/console/palettes/${id}`);
  });

  it('shows what is used of the quotas', async () => {
    const quota = ['quota', '--organisation', 'First organisation', '--unit', 'requests', '--amount', '4000'];
    const env = { ...process.env, DATABASE_URL: bed.platform.databases.gateway };
    await run(process.execPath, [KEYS, ...quota], { env });
    await page.goto('/console/');
    await page.getByRole('heading', { name: 'Usage this month' }).waitFor();
    await page.getByText(/^\d+ of 4,000/).waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
  });
});
