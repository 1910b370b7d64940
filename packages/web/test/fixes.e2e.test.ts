import { createDatabase } from '@platform/database';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { makeWebsite, takePictures } from './across-bed.ts';
import type { TestedWebsite } from './across-bed.ts';
import { useConsole } from './use-console.ts';
import { useServer } from './use-server.ts';

/** The front page lacks a description; the shop has pictures without texts besides. */
const PAGES: Record<string, string> = {
  '/mended': '<title>Shop</title><h1>Goods</h1><h1>More goods</h1><img src="/a.png">',
  '/': '<title>A shop for everything that you need</title><h1>Shop</h1><p>Welcome</p>',
  '/shop':
    '<title>All of our goods on one page</title><meta name="description" content="Everything that we have, from apples to zithers, and what it costs with delivery to your door within two days.">' +
    '<h1>Goods</h1><img src="/a.png"><img src="/b.png">',
};

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

describeInBrowser('what to fix first on a website', () => {
  const server = useServer((request, response) => {
    const body = PAGES[request.url ?? ''];
    response.statusCode = body === undefined ? 404 : 200;
    response
      .setHeader('Content-Type', 'text/html')
      .end(`<!doctype html><html lang="en">${body ?? ''}</html>`);
  });
  const bed = useConsole();
  let website: TestedWebsite;
  let page: Page;
  const rows = () => page.locator('.fixes > li');
  /** As if a report had been made ten days ago. */
  const age = async (report: number): Promise<void> => {
    const database = createDatabase({
      url: bed.platform.databases.reports,
      schema: 'reports',
      poolSize: 1,
      applicationName: 'test',
    });
    const earlier = (column: string) => ({ [column]: database.raw("?? - interval '10 days'", column) });
    await database('reports').where({ id: report }).update(earlier('generated_at'));
    await database('report_runs').where({ report_id: report }).update(earlier('finished_at'));
    await database.destroy();
  };
  const textOf = (title: RegExp): Promise<string> => rows().filter({ hasText: title }).innerText();

  beforeAll(async () => {
    website = await makeWebsite(bed.platform, server.url);
    for (const path of ['/', '/shop']) await website.client.reports.run(website.addressOf(path));
    await website.visit('/', 2);
    await website.visit('/shop', 9, ['order']);
    await website.visit('/unseen', 5);
    await website.measure('/shop', { LCP: 4_800, CLS: 0.02, INP: 90 });
    page = await bed.signedIn(`/console/websites/${website.id}?tab=fixes`);
    await rows().first().waitFor();
  });

  it('orders findings by the visitors of their pages times the points to win', async () => {
    const worths = await page
      .locator('.fixes .bar')
      .evaluateAll((bars) => bars.map((bar) => Number.parseFloat(bar.style.width)));
    expect(worths).toEqual(worths.toSorted((a, b) => b - a));
    expect(worths[0]).toBe(100);
    // Ten of them, and the rest after a click.
    expect(worths).toHaveLength(10);
    await page.getByRole('button', { name: /^Show \d+ more findings$/ }).click();
    expect(await rows().count()).toBeGreaterThan(10);
    // Both pages have the first, with 12 visitors: 2, and 10 with the one who measured.
    expect(await textOf(/alt/i)).toMatch(/10 visitors on one page/);
    expect(await rows().filter({ hasText: '12 visitors over 2 pages' }).count()).toBeGreaterThan(2);
  });

  it('says where, and leads to the report', async () => {
    const images = rows().filter({ hasText: /alt/i });
    await images.locator('summary').click();
    await images.getByRole('link', { name: 'Report on /shop' }).click();
    await page.waitForURL(/\/console\/reports\/\d+\?tab=checks/);
    await page.goBack();
    await rows().first().waitFor();
  });

  it('shows what visitors measured beside what the report did', async () => {
    const shop = page.getByRole('region', { name: 'Visitors and the laboratory' }).getByRole('row', {
      name: '/shop',
    });
    expect(await shop.innerText()).toMatch(/4\.[789] s\s+poor/);
    await takePictures(page, 'fixes');
  });

  it('orders by those who reach a goal where there are some, and keeps the choice in the address', async () => {
    await website.client.websites.goals.create(website.id, {
      name: 'Order',
      type: 'event',
      pattern: 'order',
    });
    await page.reload();
    await rows().first().waitFor();
    expect(await textOf(/alt/i)).toMatch(/9 visitors of one page reached a goal/);
    await page.getByLabel('Ordered by').selectOption('visitors');
    await page.waitForURL(/by=visitors/);
    expect(await textOf(/alt/i)).toMatch(/10 visitors on one page/);
  });

  it('offers a report on a busy page without one', async () => {
    await page.getByRole('button', { name: 'Report on /unseen' }).waitFor();
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/reports'),
    );
    await page.getByRole('button', { name: 'Report on /unseen' }).click();
    expect((await asked).postDataJSON()).toMatchObject({ url: 'https://localhost/unseen' });
  });

  it('asks a week later what a fix brought, and keeps the answer on the chart', async () => {
    const { client, id } = website;
    const report = (await client.reports.run(website.addressOf('/mended'))).id;
    await age(report);
    PAGES['/mended'] = PAGES['/shop'] ?? '';
    await client.reports.update(report, { results: 1 });
    await eventually(async () => {
      expect((await client.reports.show(report)).score_before).not.toBeNull();
    });
    await website.visit('/mended', 4);
    await page.goto(`/console/websites/${id}?tab=fixes`);
    const effects = page.getByRole('region', { name: 'What fixes brought' });
    const row = effects.getByRole('row', { name: '/mended' });
    await row.getByText('The week after is over on').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);

    await age(report);
    await website.visit('/mended', 3, [], daysAgo(15));
    await website.visit('/mended', 6, [], daysAgo(5));
    await page.reload();
    await row.getByText('3 → 6', { exact: true }).waitFor();
    expect(await row.innerText()).toContain('The page has a meta description');
    await takePictures(page, 'effects');
    await row.getByRole('button', { name: 'It helped' }).click();
    await row.getByRole('button', { name: 'It helped', pressed: true }).waitFor();
    await row.getByRole('button', { name: 'No difference' }).click();
    await row.getByRole('button', { name: 'No difference', pressed: true }).waitFor();
    expect(await row.getByRole('button', { pressed: true }).count()).toBe(1);
    expect(await client.websites.annotations.list(id, { kind: 'fix' }).all()).toMatchObject([
      {
        rating: 'same',
        text: expect.stringMatching(/^Fixed on \/mended: \d+ findings$/),
        day: daysAgo(10).slice(0, 10),
      },
    ]);
    await page.goto(`/console/websites/${id}`);
    await page.getByRole('list', { name: 'Annotations' }).getByText('No difference').waitFor();
  });

  it('is left out where nobody serves reports', async () => {
    await page.route('**/api/v1/reports**', (route) =>
      route.fulfill({
        status: 503,
        json: { message: 'The reports service cannot be reached.', status: 503 },
      }),
    );
    await page.goto(`/console/websites/${website.id}?tab=goals`);
    await page.getByRole('cell', { name: 'Order', exact: true }).first().waitFor();
    // One part is left of those that improve a website: it stands for their group.
    await page.getByRole('link', { name: 'Clicks' }).waitFor();
    await eventually(async () => {
      expect(await page.getByRole('link', { name: 'Improve' }).count()).toBe(0);
    });
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unrouteAll();
  });

  it('has nothing that axe finds wrong, and speaks German', async () => {
    await page.goto(`/console/websites/${website.id}?tab=fixes`);
    await rows().first().waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByText('Die Befunde der Seitenberichte').waitFor();
    await rows().filter({ hasText: 'erreichten ein Ziel' }).first().waitFor();
    await takePictures(page, 'fixes-german');
  });
});
