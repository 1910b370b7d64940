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
    const mend = await failOn(page, '**/api/v1/stats?*', 503);
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
    // A request still under way would find the session ended first.
    await screenIsThere(page);
    await platform.sessions.endAll();
    await page.getByRole('button', { name: 'Annotate' }).click();
    await page.getByText('Your session has ended.').waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.getByLabel('API key').fill(bed.platform.key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'long.example' }).waitFor();
    await eventually(async () => {
      expect(await page.getByLabel('What happened').inputValue()).toBe('A long story');
    });
    await eventually(async () => {
      expect(await page.title()).toContain('long.example');
    });
    await page.getByRole('button', { name: 'Annotate' }).click();
    await page.getByRole('cell', { name: 'A long story', exact: true }).waitFor();
    await page.context().close();
  });

  it('keeps what was typed when a form is left, and forgets it when it is sent', async () => {
    const platform = createPlatform(bed.platform);
    const { id } = await platform.websites.create({ domain: 'draft.example' });
    const page = await bed.signedIn(`/console/websites/${id}?tab=alerts`);
    await page.getByLabel('Name').fill('Sold');
    await page.getByLabel('When to alert').selectOption('silence');
    // Only this kind has the field.
    await page.getByLabel('Hours without visits').fill('12');
    await page.getByRole('link', { name: 'Goals' }).click();
    await page.getByLabel('Page or event').fill('/thanks');
    await page.goBack();
    const isBack = () =>
      eventually(async () => {
        expect(await page.getByLabel('Name').inputValue()).toBe('Sold');
        expect(await page.getByLabel('Hours without visits').inputValue()).toBe('12');
      });
    await isBack();
    await page.reload();
    await isBack();
    await page.getByRole('button', { name: 'Create an alert' }).click();
    await page.getByRole('cell', { name: 'no visits for 12 hours' }).waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'no visits for 12 hours' }).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    expect(await page.getByText('What you typed earlier is back.').count()).toBe(0);
    await page.getByRole('link', { name: 'Goals' }).click();
    await page.getByText('What you typed earlier is back.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([]);
    await page.context().close();
  });

  it('says when the code of a screen cannot be loaded, and loads it again', async () => {
    const page = await bed.signedIn();
    await page.route('**/assets/webhooks-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Webhooks' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('This screen could not be loaded.').waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.unroute('**/assets/webhooks-*.js');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    await page.context().close();
  });

  it('begins on the heading of a screen that somebody goes to', async () => {
    const page = await bed.signedIn();
    await page.getByRole('link', { name: 'Websites' }).click();
    await page.locator('h1:focus', { hasText: 'Websites' }).waitFor();
    await page.getByLabel('Domain').waitFor();
    await page.keyboard.press('Tab');
    // Which link or field is the first depends on the websites that other suites have added.
    await page.locator('main :is(a, input):focus').waitFor();
    await page.goBack();
    await page.locator('h1:focus', { hasText: 'Overview' }).waitFor();
    await page.context().close();
  });

  it('goes to what an early Enter asked for', async () => {
    const { palettes } = createPlatform(bed.platform);
    await palettes.create({ base_color: 'teal', name: 'Lagoon' });
    const page = await bed.signedIn();
    const held = Promise.withResolvers<undefined>();
    await page.route('**/v1/palettes?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('lagoon');
    await page.keyboard.press('Enter');
    await page.getByText('Searching …').waitFor();
    held.resolve(undefined);
    await page.getByRole('heading', { name: 'Lagoon' }).waitFor();
    await page.context().close();
  });

  it('takes the name of a key that was copied with marks nobody sees', async () => {
    await createPlatform(bed.platform).keys.create({ name: 'Café', scopes: ['websites:read'] });
    const page = await bed.signedIn('/console/keys');
    await page.getByRole('button', { name: 'Revoke: Café' }).click();
    const dialog = page.getByRole('dialog');
    const [copied] = /\u2068.*\u2069/.exec((await dialog.textContent()) ?? '') ?? [];
    await dialog.getByRole('textbox').fill((copied ?? '').normalize('NFD'));
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('cell', { name: 'revoked' }).waitFor();
    await page.context().close();
  });

  it('shows what is chosen, and colours, where the system chooses the colours', async () => {
    const { palettes } = createPlatform(bed.platform);
    const { id } = await palettes.create({ base_color: '#c81d25' });
    const page = await bed.signedIn(`/console/palettes/${id}`, { forcedColors: 'active' });
    await page.getByRole('heading', { name: 'Contrast' }).waitFor();
    const backgrounds = (place: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('${place}')].map((one) => getComputedStyle(one).backgroundColor)`,
      );
    const [chosen, other] = [
      await backgrounds('.menu a[aria-current]'),
      await backgrounds('.menu a:not([aria-current])'),
    ];
    expect(other).not.toContain(chosen[0]);
    expect(await backgrounds('.stripes li')).toContain('rgb(200, 29, 37)');
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
    await page.getByRole('heading', { name: 'This is not here' }).waitFor();
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
    const time = await row.locator('td[title]').getAttribute('title');
    expect(time?.replace(/\s/g, ' ')).toBe(expected);
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
