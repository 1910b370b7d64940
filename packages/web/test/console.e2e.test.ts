import { createPlatform } from '@platform/client';
import { SCOPES } from '@platform/identity/scopes';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { useConsole } from './use-console.ts';
import { useSite } from './use-server.ts';
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

describeInBrowser('the console', () => {
  const site = useSite();
  const bed = useConsole();
  let page: Page;

  beforeAll(async () => {
    page = await bed.browser.open('/console');
  });

  it('refuses a key that is none, and keeps what was typed out of the address', async () => {
    await page.getByLabel('API key').fill('dak_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This key isn’t valid, or is no longer.').waitFor();
    expect(page.url()).toBe(`${bed.platform.url}/console/`);
  });

  it('signs in with a key, by a cookie that scripts cannot read', async () => {
    await bed.browser.signIn(page, bed.platform.key);
    await page.getByText('First steps').waitFor();
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([{ name: 'session', httpOnly: true, sameSite: 'Strict' }]);
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, document.cookie])');
    expect(stored).not.toContain(bed.platform.key);
  });

  it('adds a website, shows its tracking code, and sees its first visit arrive', async () => {
    await page.getByRole('link', { name: 'Add a website and see its first visit' }).click();
    await page.getByLabel('Domain').fill('not a domain');
    await page.getByRole('button', { name: 'Add a website' }).click();
    await page.locator('.field .wrong').waitFor();
    await page.getByLabel('Domain').fill('shop.example');
    await page.getByRole('button', { name: 'Add a website' }).click();
    await page.getByRole('heading', { name: 'shop.example' }).waitFor();
    await page.getByText('Waiting for the first visit').waitFor();

    const client = createPlatform(bed.platform);
    const [website] = (await client.websites.list()).items;
    expect(await page.locator('.code code').textContent()).toBe(website?.tracking_code);
    await client.events.send({
      events: [
        {
          site_key: website?.site_key ?? '',
          url: 'https://shop.example/',
          user_agent: USER_AGENT,
          ip: '203.0.113.7',
        },
      ],
    });
    await page.getByText('The first visit has arrived.').waitFor();
  });

  it('makes a goal and changes the settings of a website', async () => {
    await page.getByRole('link', { name: 'Measure' }).click();
    await page.getByLabel('Name').fill('Front page');
    await page.getByLabel('Page or event').fill('/');
    await page.getByRole('button', { name: 'Create' }).click();
    // The one visit so far saw it: goals count from the past on.
    await page.getByRole('cell', { name: '100%' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    // The stored choice is shown: a new website's page is private.
    await eventually(async () => {
      expect(await page.getByLabel('Statistics page').inputValue()).toBe('1');
    });
    await page.getByLabel('Statistics page').selectOption('Public');
    await page.getByLabel('Addresses to leave out').fill('999.1.1.1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('exclude_ips').waitFor();
    await page.getByLabel('Addresses to leave out').fill('203.0.113.9');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    const [website] = (await createPlatform(bed.platform).websites.list()).items;
    expect(website).toMatchObject({ privacy: 0, exclude_ips: '203.0.113.9', exclude_bots: 1, email: 0 });
  });

  it('reports on a page and shows what to fix first', async () => {
    await page.getByRole('link', { name: 'Page reports' }).click();
    const address = site.url;
    await page.getByLabel('Address of the page').fill(address);
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByRole('heading', { name: address }).waitFor();
    await page.getByText('What to fix first').waitFor();
    const client = createPlatform(bed.platform);
    const [summary] = (await client.reports.list()).items;
    const { checks } = await client.reports.show(summary?.id ?? 0);
    const problems = checks.filter(({ status }) => ['fail', 'warn'].includes(status));
    await eventually(async () => {
      expect(await page.locator('.finding').count()).toBe(problems.length);
    });
  });

  it('finds a report by its address, and keeps the filter there', async () => {
    await page.getByRole('link', { name: 'Page reports' }).click();
    await page.getByRole('link', { name: /127\.0\.0\.1/ }).waitFor();
    await page.getByLabel('Search').fill('nowhere');
    await page.getByLabel('Search').press('Enter');
    await page.getByText('No reports match.').waitFor();
    expect(page.url()).toBe(`${bed.platform.url}/console/reports?search=nowhere`);
    await page.reload();
    await page.getByText('No reports match.').waitFor();
    expect(await page.getByLabel('Search').inputValue()).toBe('nowhere');
  });

  it('makes a palette, exports it, and makes a theme of it', async () => {
    await page.getByRole('link', { name: 'Palettes' }).click();
    await page.getByRole('textbox', { name: 'Base colour' }).fill('#d7542b');
    await page.getByRole('button', { name: 'Create a palette' }).click();
    await page.getByRole('heading', { name: 'Contrast' }).waitFor();
    await page.getByLabel('Format').selectOption('css');
    await page.getByLabel('Prefix').fill('brand');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.locator('pre').filter({ hasText: '--brand-' }).waitFor();
    await page.getByRole('link', { name: /^Download .*\.css$/ }).waitFor();
    await page.getByLabel('Name').fill('Ember');
    await page.getByRole('button', { name: 'Create a theme' }).click();
    await page.getByRole('heading', { name: 'Ember' }).waitFor();
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    await page.getByLabel('Tokens (JSON)').fill('{"primary": ');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This is not valid JSON.').waitFor();
    await page.getByLabel('Tokens (JSON)').fill('{"primary": "#00aa55"}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.modes [title="primary #00aa55"]').first().waitFor();
  });

  it('goes anywhere by Ctrl-K', async () => {
    await page.keyboard.press('Control+k');
    const field = page.getByLabel('Go to a page, find a record or run a command');
    const found = page.getByRole('dialog').getByRole('button');
    await field.fill('shop.ex');
    await found.filter({ hasText: /^shop\.exampleWebsite$/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'shop.example' }).waitFor();
  });

  it('finds reports, palettes and themes by Ctrl-K, and does what it can do from anywhere', async () => {
    const field = page.getByLabel('Go to a page, find a record or run a command');
    const found = page.getByRole('dialog').getByRole('button');
    for (const [typed, kind, heading] of [
      ['127.0.0.1', 'Page report', site.url],
      ['#d7542b', 'Palette', '#d7542b, Analogous'],
      ['ember', 'Theme', 'Ember'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await field.fill(typed);
      const wanted = found.filter({ hasText: kind }).first();
      await wanted.waitFor();
      // Fixed entries come first: “Members” contains an ember.
      do await page.keyboard.press('ArrowDown');
      while ((await wanted.and(page.locator(':focus')).count()) === 0);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
    }
    await page.keyboard.press('Control+k');
    await field.fill('deutsch');
    await page.keyboard.press('Enter');
    await page.getByLabel('Sprache').selectOption('English');
    await page.keyboard.press('Control+k');
    await field.fill('create a key');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
  });

  it('takes a deletion back', async () => {
    await page.getByRole('link', { name: 'Websites' }).click();
    await page.getByRole('button', { name: 'Delete: shop.example' }).click();
    await page.getByText('No websites yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'shop.example' }).waitFor();
    expect((await createPlatform(bed.platform).websites.list()).items).toHaveLength(1);
  });

  it('shows a new key once, and revokes it when its name is typed', async () => {
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByLabel('Name').fill('Deploys');
    await page.getByLabel('websites:read').check();
    await page.getByRole('button', { name: 'Create a key' }).click();
    const key = (await page.locator('.code code').textContent()) ?? '';
    const client = createPlatform({ url: bed.platform.url, key });
    expect((await client.websites.list()).items).toHaveLength(1);
    await page.getByRole('button', { name: 'Revoke: Deploys' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Revoke' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('Deploys');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('cell', { name: 'revoked' }).waitFor();
    await eventually(() => expect(client.websites.list()).rejects.toMatchObject({ status: 401 }));
  });

  it('offers every scope that keys have, and sets of them that a sentence explains', async () => {
    await page.getByRole('link', { name: 'API keys' }).click();
    for (const scope of SCOPES.filter((one) => one !== 'operators:read'))
      await page.getByRole('checkbox', { name: scope }).waitFor();
    await page.getByLabel('Name').fill('Build');
    await page.getByRole('button', { name: 'Design tokens' }).click();
    await eventually(async () => {
      expect(await page.getByRole('checkbox', { name: 'tokens:write' }).isChecked()).toBe(true);
    });
    await page.getByText('Expiry and limits').click();
    await page.getByLabel('Expires after').selectOption('30');
    await page.getByLabel('Requests a minute').fill('60');
    await page.getByRole('button', { name: 'Create a key' }).click();
    // The key of the case before may still be shown: the list's row says that this one is made.
    await page.getByRole('button', { name: 'Rotate: Build' }).waitFor();
    const shown = page.locator('.code code');
    const first = (await shown.textContent()) ?? '';
    const { keys } = createPlatform(bed.platform);
    const made = (await keys.list()).items.find(({ name }) => name === 'Build');
    expect(made).toMatchObject({ scopes: ['palettes:read', 'tokens:write'], rate_limit_per_minute: 60 });
    expect(made?.expires_at).not.toBeNull();
    await page.reload();
    await page.getByRole('button', { name: 'Rotate: Build' }).click();
    await shown.waitFor();
    const second = (await shown.textContent()) ?? '';
    expect(second).not.toBe(first);
    // The old one keeps working for a day.
    for (const key of [first, second]) await createPlatform({ url: bed.platform.url, key }).palettes.list();
  });

  it('shows only what the scopes of a session allow', async () => {
    const { key } = await createPlatform(bed.platform).keys.create({
      name: 'Colours',
      scopes: ['palettes:read'],
    });
    const other = await bed.browser.open('/console/');
    await bed.browser.signIn(other, key);
    const menu = await other.getByRole('navigation').getByRole('link').allTextContents();
    expect(menu).toEqual(['Overview', 'Palettes', 'Themes', 'Sessions']);
    await other.close();
  });

  it('speaks German, and remembers it', async () => {
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('heading', { name: 'API-Schlüssel' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'API-Schlüssel' }).waitFor();
    await page.locator('html[lang=de]').waitFor();
    await page.getByLabel('Sprache').selectOption('English');
  });

  it('leads from the root to itself while there is a session, and signs out', async () => {
    await page.goto('/');
    expect(page.url()).toBe(`${bed.platform.url}/console/`);
    const [cookie] = await page.context().cookies();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    const answer = await fetch(`${bed.platform.url}/api/v1/websites`, {
      headers: { Cookie: `session=${cookie?.value}`, 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(answer.status).toBe(401);
  });
});
