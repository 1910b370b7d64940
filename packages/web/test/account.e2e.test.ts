import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { useConsole } from './use-console.ts';
import { useServer } from './use-server.ts';

describeInBrowser('webhooks, the audit log and usage in the console', () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = useServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.end();
    });
  });
  const bed = useConsole();
  let page: Page;
  let secret: string;

  beforeAll(async () => {
    page = await bed.signedIn();
  });

  it('makes a webhook and shows its secret once', async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByRole('button', { name: 'Create a webhook' }).click();
    await page.locator('fieldset .wrong').waitFor();
    await page.getByLabel('export.completed').check();
    await page.getByRole('button', { name: 'Create a webhook' }).click();
    secret = (await page.locator('.code code').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('cell', { name: 'export.completed' }).waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'export.completed' }).waitFor();
    expect(await page.locator('.code code').count()).toBe(0);
  });

  it('sends a test, and sends it again', async () => {
    await page.locator('tbody a').click();
    await page.getByText('Nothing has been sent yet.').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('cell', { name: 'delivered' }).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await eventually(() => {
      expect(received).toHaveLength(2);
    });
    const [first] = received;
    const { webhooks } = createPlatform(bed.platform);
    await webhooks.verify(first?.body ?? '', first?.headers as Record<string, string>, secret);
  });

  it('gives it a new secret, and switches it off and on', async () => {
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.locator('.code code').waitFor();
    expect(await page.locator('.code code').textContent()).not.toBe(secret);
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('button', { name: 'Switch off' }).waitFor();
  });

  it('changes what it hears of, and what it is for', async () => {
    await page.getByRole('button', { name: /^Edit: http/ }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('export.completed').isChecked()).toBe(true);
    await dialog.getByLabel('export.completed').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.locator('fieldset .wrong').waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await dialog.getByLabel('export.failed').check();
    await dialog.getByLabel('Description').fill('The chat of the team');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The chat of the team').waitFor();
    const [webhook] = (await createPlatform(bed.platform).webhooks.list()).items;
    expect(webhook).toMatchObject({ events: ['export.failed'], description: 'The chat of the team' });
  });

  it('deletes a webhook ten seconds after it was taken out of the list', async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'Delete: http' }).click();
    await page.getByText('No webhooks yet.').waitFor();
    const { webhooks } = createPlatform(bed.platform);
    expect((await webhooks.list()).items).toHaveLength(1);
    await eventually(async () => {
      expect((await webhooks.list()).items).toEqual([]);
    });
  });

  it('tells who made and revoked which key', async () => {
    const { keys } = createPlatform(bed.platform);
    const { id } = await keys.create({ name: 'Deploys', scopes: ['websites:read'] });
    await keys.revoke(id);
    await page.getByRole('link', { name: 'Audit log' }).click();
    const rows = page.getByRole('row', { name: /Deploys First key/ });
    await rows.filter({ hasText: 'revoked' }).waitFor();
    await rows.filter({ hasText: 'created' }).waitFor();
  });

  it('says that there are no quotas, and what was used', async () => {
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('This organisation has no quotas.').waitFor();
    await page.getByRole('img', { name: 'Requests, By day' }).waitFor();
    await page.getByText('Show the chart as a table').click();
    const row = page.getByRole('region', { name: 'Usage' }).getByRole('row').nth(1);
    await row.waitFor();
    const cells = await row.getByRole('cell').allTextContents();
    const counts = cells.slice(1).map((text) => Number(text.replaceAll(',', '')));
    const total = counts.pop();
    expect(total).toBeGreaterThan(0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
  });

  it('shows another count, which stays in the address', async () => {
    await page.getByLabel('Count').selectOption('Exports');
    await page.getByText('Nothing was used this month.').waitFor();
    expect(page.url()).toContain('unit=exports');
  });
});
