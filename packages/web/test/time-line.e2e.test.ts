import { createDatabase } from '@platform/database';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { makeWebsite, takePictures } from './across-bed.ts';
import type { TestedWebsite } from './across-bed.ts';
import { useConsole } from './use-console.ts';
import { useServer } from './use-server.ts';

const DAY_MILLISECONDS = 86_400_000;
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * DAY_MILLISECONDS).toISOString().slice(0, 10);

describeInBrowser('the time line of a website', () => {
  let body = '<title>Shop</title>';
  const server = useServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><html lang="en">${body}</html>`);
  });
  const bed = useConsole();
  let website: TestedWebsite;
  let page: Page;
  let report: number;
  const notes = () => page.getByRole('list', { name: 'Annotations' });

  /** As if the first run had been some days ago. */
  const age = async (): Promise<void> => {
    const database = createDatabase({
      url: bed.platform.databases.reports,
      schema: 'reports',
      poolSize: 1,
      applicationName: 'test',
    });
    await database('reports')
      .where({ id: report })
      .update({ generated_at: database.raw("generated_at - interval '3 days'") });
    await database.destroy();
  };

  beforeAll(async () => {
    website = await makeWebsite(bed.platform, server.url);
    const { client, id } = website;
    await website.visit('/', 3);
    report = (await client.reports.run(website.addressOf('/'))).id;
    await age();
    body = '<meta charset="utf-8"><title>A shop for everything that you need</title><h1>Shop</h1>';
    await client.reports.update(report, { results: 1 });
    await eventually(async () => {
      expect((await client.reports.show(report)).score_before).not.toBeNull();
    });
    await client.websites.annotations.create(id, {
      text: 'v2.0',
      kind: 'deployment',
      url: 'https://ci.example/7',
    });
    await client.websites.annotations.create(id, { text: 'Newsletter', time: dayBefore(5) });
    const csv = [
      '2Path,Title,Event,User-Agent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date',
      `/,Front,false,,Firefox 140,Linux,s1,0,,,"1920,1080,1",DE,true,${dayBefore(20)}T10:00:00Z`,
    ].join('\n');
    await client.websites.imports.create(id, {
      source: 'goatcounter',
      file_name: 'old.csv',
      content: Buffer.from(csv).toString('base64'),
    });
    await eventually(async () => {
      const [one] = await client.websites.imports.list(id);
      expect(one?.status).toBe('completed');
    });
    page = await bed.signedIn(`/console/websites/${id}`);
    await notes().waitFor();
  });

  it('shows deployments, reports that changed and imports beside notes', async () => {
    const { items } = await website.client.reports.runs.list(report);
    const [now, before] = items.map(({ score }) => score);
    expect(now).not.toBe(before);
    const text = await notes().innerText();
    expect(text).toContain('Deployment: v2.0');
    expect(text).toContain('Newsletter');
    expect(text).toContain('Import from GoatCounter: one day');
    expect(text).toContain(`Report on ${website.addressOf('/')}: ${before} → ${now} points`);
    await takePictures(page, 'time-line');
  });

  it('shows them in their period only', async () => {
    await page.goto(`/console/websites/${website.id}?from=${dayBefore(10)}&to=${dayBefore(4)}`);
    await notes().waitFor();
    const text = await notes().innerText();
    expect(text).toContain('Newsletter');
    expect(text).not.toMatch(/Deployment|Import|Report/);
  });

  it('leaves out the reports where nobody serves them', async () => {
    const away = await bed.signedIn();
    await away.route('**/api/v1/reports**', (route) =>
      route.fulfill({
        status: 503,
        json: { message: 'The reports service cannot be reached.', status: 503 },
      }),
    );
    await away.goto(`/console/websites/${website.id}`);
    const list = away.getByRole('list', { name: 'Annotations' });
    await list.getByText('Deployment: v2.0').waitFor();
    expect(await list.innerText()).not.toContain('Report on');
    await away.close();
  });

  it('annotates a deployment by hand', async () => {
    await page.goto(`/console/websites/${website.id}?tab=annotations`);
    await page.getByLabel('What happened').fill('v2.1');
    await page.getByLabel('Kind').selectOption('deployment');
    await page.getByRole('button', { name: 'Annotate' }).click();
    const row = page.getByRole('row', { name: 'v2.1' });
    await row.getByRole('cell', { name: 'Deployment', exact: true }).waitFor();
  });
});
