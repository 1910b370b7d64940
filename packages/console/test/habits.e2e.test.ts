import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { screenIsThere } from './screen.ts';
import { useConsole } from './use-console.ts';

/** Answers requests for these addresses with an error, until that is taken back. */
const failOn = async (page: Page, address: string, status: number): Promise<() => Promise<void>> => {
  await page.route(address, (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      headers: { 'X-Request-Id': 'r-1234' },
      json: { message: 'This part of the platform has a bad day.', status, request_id: 'r-1234' },
    }),
  );
  return () => page.unroute(address);
};

describeInBrowser('the habits of the console', () => {
  const bed = useConsole();

  it('says what failed with the id of the request, and tries again', async () => {
    const page = await bed.signedIn();
    const mend = await failOn(page, '**/api/v1/websites?*', 503);
    await page.getByRole('link', { name: 'Websites' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('This part of the platform has a bad day.').waitFor();
    await alert.getByText('Request r-1234').waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await mend();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No websites yet.').waitFor();
    await page.context().close();
  });

  it('keeps what was typed when a form fails', async () => {
    const page = await bed.signedIn('/console/websites');
    const mend = await failOn(page, '**/api/v1/websites', 429);
    await page.getByLabel('Domain').fill('late.example');
    await page.getByRole('button', { name: 'Add a website' }).click();
    await page.getByRole('alert').getByText('Request r-1234').waitFor();
    expect(await page.getByLabel('Domain').inputValue()).toBe('late.example');
    await mend();
    await page.getByRole('button', { name: 'Add a website' }).click();
    await page.getByRole('heading', { name: 'late.example' }).waitFor();
    await page.context().close();
  });

  it('keeps what was typed when the session ends meanwhile', async () => {
    const platform = createPlatform(bed.platform);
    const { id } = await platform.websites.create({ domain: 'long.example' });
    const page = await bed.signedIn(`/console/websites/${id}?tab=annotations`);
    await page.getByLabel('What happened').fill('A long story');
    // What is still on its way would find the session ended first.
    await screenIsThere(page);
    await platform.sessions.endAll();
    await page.getByRole('button', { name: 'Annotate' }).click();
    await page.getByText('Your session has ended.').waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.getByLabel('API key').fill(bed.platform.key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'long.example' }).waitFor();
    expect(await page.getByLabel('What happened').inputValue()).toBe('A long story');
    await eventually(async () => {
      expect(await page.title()).toContain('long.example');
    });
    await page.getByRole('button', { name: 'Annotate' }).click();
    await page.getByRole('cell', { name: 'A long story', exact: true }).waitFor();
    await page.context().close();
  });

  it('shows somebody else nothing of the session that ended', async () => {
    const platform = createPlatform(bed.platform);
    const { id } = await platform.websites.create({ domain: 'mine.example' });
    const page = await bed.signedIn(`/console/websites/${id}?tab=annotations`);
    await page.getByLabel('What happened').fill('A secret story');
    await screenIsThere(page);
    await platform.sessions.endAll();
    await page.getByRole('button', { name: 'Annotate' }).click();
    await page.getByLabel('API key').fill(await bed.platform.createKey('Somebody else'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Your session has ended.').waitFor({ state: 'detached' });
    await page.getByRole('alert').waitFor();
    expect(await page.content()).not.toContain('mine.example');
    expect(await page.getByLabel('What happened').count()).toBe(0);
    await page.context().close();
  });

  it.each(['Asia/Tokyo', 'America/Los_Angeles'])("tells times in the viewer's zone: %s", async (timeZone) => {
    const { websites } = createPlatform(bed.platform);
    const { created_at: created } = await websites.create({
      domain: `${timeZone.replace(/[^A-Z]/gi, '-')}.example`.toLowerCase(),
    });
    const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone });
    const expected = format.format(new Date(created)).replace(/\s/g, ' ');
    const page = await bed.signedIn('/console/websites', { timezoneId: timeZone });
    const row = page.getByRole('row', { name: timeZone.replace(/[^A-Z]/gi, '-') });
    await row.waitFor();
    expect((await row.textContent())?.replace(/\s/g, ' ')).toContain(expected);
    await page.context().close();
  });

  it('copies the tracking code', async () => {
    const { websites } = createPlatform(bed.platform);
    const { id, tracking_code: code } = await websites.create({ domain: 'copied.example' });
    const page = await bed.signedIn(`/console/websites/${id}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code);
    await page.context().close();
  });

  it('says of each text whether it was copied, or could not be', async () => {
    const page = await bed.signedIn('/console/keys', { permissions: ['clipboard-read', 'clipboard-write'] });
    const copy = page.getByRole('button', { name: 'Copy', exact: true });
    for (const name of ['One', 'Two']) {
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('websites:read').check();
      await page.getByRole('button', { name: 'Create a key' }).click();
      // The one before was copied, this one wasn't yet.
      await copy.click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const key = await page.locator('.code code').textContent();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    }
    await page.reload();
    await page.getByLabel('Name').fill('Three');
    await page.getByLabel('websites:read').check();
    await page.getByRole('button', { name: 'Create a key' }).click();
    // As on a page by plain http that isn't on localhost.
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
    await copy.click();
    await page.getByText('Your browser did not allow this to be copied.').waitFor();
    expect(await copy.count()).toBe(1);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('has more contrast where it is asked for: %s', async (colorScheme) => {
    const read = `getComputedStyle(document.body).getPropertyValue('--c-border')`;
    const usual = await bed.signedIn(undefined, { colorScheme });
    const strong = await bed.signedIn(undefined, { colorScheme, contrast: 'more' });
    expect(await strong.evaluate(read)).not.toBe(await usual.evaluate(read));
    for (const screen of ['', 'websites', 'palettes', 'keys']) {
      await strong.goto(`/console/${screen}`);
      await screenIsThere(strong);
      expect(await bed.browser.violations(strong)).toEqual([]);
    }
    await usual.context().close();
    await strong.context().close();
  });
});
