import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { useConsole } from './use-console.ts';
import { useServer } from './use-server.ts';

const pageOf = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} in our garden shop</title></head>
  <body><main><h1>${title}</h1><p>How a young tree is planted in a small garden, and what it needs.</p>${body}</main></body></html>`;
const link = (path: string): string => `<a href="${path}">To the page ${path}</a> `;

describeInBrowser('a site in the console', () => {
  let isWorse = false;
  const server = useServer(({ url }, response) => {
    response.setHeader('Content-Type', 'text/html');
    if (url === '/')
      response.end(pageOf('Start', link('/trees') + link('/hedges') + (isWorse ? link('/gone') : '')));
    else if (url === '/trees')
      response.end(isWorse ? '<title>x</title><img src="/x.png">' : pageOf('Trees', link('/')));
    else if (url === '/hedges') response.end(pageOf('Hedges', link('/') + '<a href="#nowhere">Nowhere</a>'));
    else response.writeHead(404).end('Not found');
  });
  const bed = useConsole();
  let page: Page;
  let id: number;
  const show = async (tab: string): Promise<void> => {
    await page.locator('nav.tabs').last().getByRole('link', { name: tab, exact: true }).click();
  };
  const crawled = async (): Promise<void> => {
    const { sites } = createPlatform(bed.platform);
    await eventually(async () => {
      expect((await sites.show(id)).status).toBe('completed');
    });
  };

  beforeAll(async () => {
    const { sites } = createPlatform(bed.platform);
    ({ id } = await sites.create({ url: server.url, max_pages: 20 }));
    await crawled();
    page = await bed.signedIn(`/console/sites/${id}`);
  });

  it('shows a score, and what to mend, after one crawl', async () => {
    const { score } = await createPlatform(bed.platform).sites.show(id);
    await page.locator('.site-score strong').getByText(String(score), { exact: true }).waitFor();
    await page.getByText('There is no earlier crawl to compare with.').waitFor();
    await page.getByRole('heading', { name: 'Worst pages' }).waitFor();
    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await page.getByText('Links lead to a place that isn’t on the page').first().click();
    await page.getByText('#nowhere').waitFor();
  });

  it('crawls again, and says what changed, over time', async () => {
    isWorse = true;
    await page.goto(`/console/sites/${id}`);
    await page.getByRole('button', { name: 'Crawl again' }).click();
    await crawled();
    await page.getByRole('img', { name: /^Scores, oldest first/ }).waitFor();
    await page.locator('.site-score').getByText('got worse').waitFor();
    const broken = page.locator('.problems summary', { hasText: 'Lead nowhere since then' });
    await broken.click();
    await page.getByText(`${server.url}gone (404)`).waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await show('History');
    await page.getByRole('button', { name: /^What changed/ }).click();
    await page.locator('summary', { hasText: 'Score fell' }).waitFor();
    expect(page.url()).toContain('tab=history&crawl=');
    expect(await bed.browser.violations(page)).toEqual([]);
  });

  it('is scheduled by weekday, hour and time zone, for those who want to hear of it', async () => {
    await show('Schedule');
    await page.getByLabel('Weekday').selectOption('Friday');
    await page.getByLabel('Hour').selectOption('23:00');
    await page.getByLabel('Time zone').fill('Nowhere/Land');
    await page.getByLabel('Tell them when it gets worse').fill('ann@shop.example');
    await page.getByRole('button', { name: 'Save the schedule' }).click();
    await page.getByText('timezone must be an IANA time zone').waitFor();
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByRole('button', { name: 'Save the schedule' }).click();
    await page.getByText('Every week, Friday, 23:00 (Europe/Berlin)').first().waitFor();
    await page.getByText('E-mails to ann@shop.example when it gets worse').waitFor();
    expect(await createPlatform(bed.platform).sites.schedule.show(id)).toMatchObject({
      weekday: 5,
      hour: 23,
      timezone: 'Europe/Berlin',
      email_goes_to: ['ann@shop.example'],
    });
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.goto('/console/schedules');
    await page.getByRole('cell', { name: /Friday, 23:00/ }).waitFor();
    await page.goto(`/console/sites/${id}?tab=schedule`);
    await page.getByRole('button', { name: 'Delete the schedule' }).click();
    await page.getByText('This site is crawled when you ask for it.').waitFor();
  });

  it('has a page that is shared by a link, and files', async () => {
    await show('Share and settings');
    await page.getByLabel('Pages to open in a browser').fill('2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    expect((await createPlatform(bed.platform).sites.show(id)).render_pages).toBe(2);
    await page.getByLabel('Who it is for').fill('Agency');
    await page.getByRole('button', { name: 'Create a link' }).click();
    const url = await page.getByRole('row', { name: 'Agency' }).getByRole('link').getAttribute('href');
    expect(await bed.browser.violations(page)).toEqual([]);
    const shared = await bed.browser.open(url ?? '');
    await shared.getByRole('heading', { name: 'Since the last crawl' }).waitFor();
    await shared.getByText(`${server.url}gone (404)`).first().waitFor();
    expect(await bed.browser.violations(shared)).toEqual([]);
    await shared.context().close();
    const german = await bed.browser.open(url ?? '', {
      locale: 'de-DE',
      viewport: { width: 390, height: 800 },
    });
    await german.getByRole('heading', { name: 'Seit dem letzten Durchgang' }).waitFor();
    const [inner, outer] = await german.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(inner).toBeLessThanOrEqual(outer);
    await german.context().close();
    await show('Overview');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Problems as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`site-${id}-problems.csv`);
    const [printed] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as PDF' }).click(),
    ]);
    expect(await printed.failure()).toBeNull();
    expect(printed.suggestedFilename()).toBe(`site-${id}.pdf`);
  });
});
