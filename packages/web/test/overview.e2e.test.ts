import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { screenIsThere } from './screen.ts';
import { useOwnConsole } from './use-console.ts';

const KEYS = fileURLToPath(new URL('../../../gateway/src/keys/cli.ts', import.meta.url));
const run = promisify(execFile);
const DAY_MILLISECONDS = 86_400_000;
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const noonOfToday = (): number => Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);

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

  it('says when all is as usual', async () => {
    await page.goto('/console/');
    await page.getByText('All is as usual').waitFor();
  });

  it('shows traffic beyond that of the same weekdays, and the goals of yesterday', async () => {
    const { websites, events } = createPlatform(bed.platform);
    const domains = ['rising.example', 'steady.example'];
    for (const domain of domains) {
      const { id, site_key: siteKey } = await websites.create({ domain });
      await websites.goals.create(id, { name: `Home of ${domain}`, type: 'page', pattern: '/' });
      const yesterday = domain === 'rising.example' ? 60 : 21;
      for (const [ago, visitors] of [
        [1, yesterday],
        [8, 20],
        [15, 22],
        [22, 18],
      ] as const)
        await events.send({
          events: Array.from({ length: visitors }, (_, person) => ({
            site_key: siteKey,
            name: 'pageview',
            url: `https://${domain}/`,
            ip: `198.51.100.${person + 1}`,
            user_agent: DESKTOP,
            time: new Date(noonOfToday() - ago * DAY_MILLISECONDS).toISOString(),
          })),
        });
    }
    const unusual = page.locator('section').filter({
      has: page.getByRole('heading', { name: 'Traffic beyond the usual' }),
    });
    await eventually(async () => {
      await page.goto('/console/');
      await screenIsThere(page);
      expect(await unusual.getByRole('link').allTextContents()).toEqual(['rising.example']);
    });
    await unusual.getByText('60 visitors yesterday').waitFor();
    await unusual.getByText(/^usually 20 on a [A-Z][a-z]+day$/).waitFor();
    const goals = page.locator('section').filter({
      has: page.getByRole('heading', { name: 'Goals reached yesterday' }),
    });
    await goals.getByRole('link', { name: 'Home of rising.example' }).waitFor();
    expect(await page.getByText('All is as usual').count()).toBe(0);
    expect(await bed.browser.violations(page)).toEqual([]);
  });

  it('shows exports that failed', async () => {
    // A failure that no export has on a sound platform.
    await page.route('**/v1/tokens?*status=failed*', async (route) => {
      const answer = await route.fetch({ url: route.request().url().replace('status=failed', '') });
      const body = (await answer.json()) as { data: { items: { status: string }[] } };
      for (const item of body.data.items) item.status = 'failed';
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto('/console/');
    await page.getByRole('heading', { name: 'Failed exports' }).waitFor();
    await page.unroute('**/v1/tokens?*status=failed*');
  });

  it('shows what is used of the quotas, and which are near their end', async () => {
    const quota = ['quota', '--organisation', 'First organisation', '--unit', 'requests', '--amount', '4000'];
    const env = { ...process.env, DATABASE_URL: bed.platform.databases.gateway };
    await run(process.execPath, [KEYS, ...quota], { env });
    await page.goto('/console/');
    await page.getByRole('heading', { name: 'Usage this month' }).waitFor();
    await page.getByText(/^\d+ of 4,000/).waitFor();
    expect(await page.getByRole('heading', { name: 'Quotas near their end' }).count()).toBe(0);
    // The one export that an earlier test made.
    await run(process.execPath, [KEYS, ...quota.with(-3, 'exports').with(-1, '1')], { env });
    await page.reload();
    await page.getByRole('heading', { name: 'Quotas near their end' }).waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
  });
});
