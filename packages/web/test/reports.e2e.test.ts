import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { useConsole } from './use-console.ts';
import { useServer } from './use-server.ts';

describeInBrowser('reports in the console', () => {
  let isSlow = false;
  const site = useServer((request, response) => {
    // Slow pages keep a crawl from ending before it is cancelled.
    const paths = isSlow ? Array.from({ length: 50 }, (_, index) => `/slow-${index}`) : ['/a', '/b'];
    const links = paths.map((path) => `<a href="${path}">${path}</a>`).join('');
    const body = `<!doctype html><html lang="en"><title>A shop</title><h1>Shop</h1>${links}</html>`;
    if (!isSlow || request.url === '/') response.setHeader('Content-Type', 'text/html').end(body);
  });
  const bed = useConsole();
  let page: Page;
  let address: string;
  let id: number;
  const show = async (tab: string): Promise<void> => {
    await page.getByRole('navigation', { name: address }).getByRole('link', { name: tab }).click();
  };

  /** Answers one question with an error: what was there stays, and is asked for again. */
  const survivesFailure = async (question: string, heading: string): Promise<void> => {
    const refused = 'Not just now.';
    await page.route(question, (route) => route.fulfill({ status: 403, json: { message: refused } }));
    await page.getByRole('alert').getByText(refused).waitFor();
    expect(await page.getByRole('heading', { name: heading }).count()).toBe(1);
    await page.unroute(question);
    await page.getByText(refused).waitFor({ state: 'detached' });
  };

  beforeAll(async () => {
    address = site.url;
    ({ id } = await createPlatform(bed.platform).reports.run(address));
    page = await bed.signedIn(`/console/reports/${id}`);
  });

  it('shows all checks of a category, and keeps the filters in the address', async () => {
    await page.getByRole('link', { name: /^Score .* Security$/ }).click();
    await page.getByRole('heading', { name: 'critical' }).waitFor();
    await page.getByLabel('Result').selectOption('pass');
    const { checks } = await createPlatform(bed.platform).reports.show(id);
    const passed = checks.filter(({ category, status }) => category === 'security' && status === 'pass');
    await page.getByText(`${passed.length} checks`).waitFor();
    expect(page.url()).toBe(
      `${bed.platform.url}/console/reports/${id}?tab=checks&category=security&status=pass`,
    );
    await eventually(async () => {
      expect(await page.locator('.problems > li').count()).toBe(passed.length);
    });
  });

  it('names the findings as the report page does, in its order', async () => {
    const { report_url: url } = await createPlatform(bed.platform).reports.show(id);
    await page.goto(`/console/reports/${id}`);
    const fixes = page.locator('ol.first > li > a');
    await fixes.first().waitFor();
    const own = await fixes.allTextContents();
    const opened = await page.context().newPage();
    await opened.goto(new URL(url).pathname);
    const first = await opened.locator('ol.first > li > a').allTextContents();
    await opened.close();
    expect(first.length).toBeGreaterThan(2);
    expect(own).toEqual(first);
  });

  it('says at once that a report runs again', async () => {
    const question = `**/api/v1/reports/${id}`;
    const held = Promise.withResolvers<undefined>();
    await page.route(question, async (route) => {
      if (route.request().method() !== 'GET') await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Report again' }).click();
    await page.getByRole('progressbar').waitFor();
    await eventually(async () => {
      expect(await page.getByRole('button', { name: 'Report again' }).isDisabled()).toBe(true);
    });
    held.resolve(undefined);
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.unroute(question);
  });

  it('repeats a report by a schedule, and runs it now', async () => {
    await show('Schedule');
    await page.getByLabel('How often').selectOption('daily');
    await page.getByRole('button', { name: 'Schedule it' }).click();
    await page.getByText('Every day, 06:00').waitFor();
    await page.getByText('Nobody is told when it gets worse').waitFor();
    await page.getByRole('link', { name: 'Page reports' }).click();
    await page.getByRole('link', { name: 'Schedules' }).click();
    await page.getByRole('button', { name: `Run now: ${address}` }).click();
    await page.getByText('It has started.').waitFor();
  });

  it('shares a report', async () => {
    await page.getByRole('link', { name: address }).click();
    await show('Share links');
    await page.getByLabel('Who it is for').fill('Agency');
    await page.getByRole('button', { name: 'Create a link' }).click();
    const url = await page.getByRole('row', { name: 'Agency' }).getByRole('link').getAttribute('href');
    expect((await fetch(url ?? '')).status).toBe(200);
  });

  it('crawls a site, and says what is wrong across it', async () => {
    await page.getByRole('link', { name: 'Page reports' }).click();
    await page.getByRole('link', { name: 'Whole sites' }).click();
    await page.getByLabel('Address of the site').fill(address);
    await page.getByLabel('Maximum number of pages').fill('10');
    await page.getByRole('button', { name: 'Crawl' }).click();
    await page.getByText('3 of 3 pages').waitFor();
    await show('Problems');
    await page.locator('.problems summary').first().click();
    await show('Pages');
    await page.getByRole('cell', { name: `${address}b` }).waitFor();
  });

  it('goes on showing a running report, and asking for it, when that has failed once', async () => {
    const question = `**/api/v1/reports/${id}`;
    await page.route(question, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { data: { ...data, status: 'pending' } } });
    });
    await page.goto(`/console/reports/${id}`);
    await page.getByRole('progressbar').waitFor();
    await survivesFailure(question, address);
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
  });

  it('cancels a crawl', async () => {
    isSlow = true;
    await page.getByRole('link', { name: 'Page reports' }).click();
    await page.getByRole('link', { name: 'Whole sites' }).click();
    await page.getByLabel('Address of the site').fill(address);
    await page.getByRole('button', { name: 'Crawl' }).click();
    await page.getByRole('button', { name: 'Cancel the crawl' }).waitFor();
    await survivesFailure('**/api/v1/sites/*', address);
    await page.getByRole('button', { name: 'Cancel the crawl' }).click();
    await page.getByText('cancelled').waitFor();
  });
});
