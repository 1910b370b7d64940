import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { screenFits, screenIsThere } from '../screen.ts';
import { useOwnConsole } from '../use-console.ts';
import { writeGeoDatabase } from './geo-database.ts';
import { PLACES, seedVisits } from './seed-visits.ts';

const MOST_CLICKS = 4;
const places = join(tmpdir(), `console-places-${process.pid}.mmdb`);

describeInBrowser('the statistics in the console', () => {
  beforeAll(() => writeGeoDatabase(places, PLACES));
  const bed = useOwnConsole({ settings: () => ({ GEO_DATABASE: places, RATE_LIMIT_PER_MINUTE: '0' }) });
  let website: { id: number; siteKey: string };
  let page: Page;
  let clicks: number;

  beforeAll(async () => {
    website = await seedVisits(bed.platform, 'shop.example');
    page = await bed.signedIn('/console/', { permissions: ['clipboard-read', 'clipboard-write'] });
  });
  afterAll(async () => {
    await page.context().close();
    await rm(places);
  });
  beforeEach(() => {
    clicks = 0;
  });

  const click = async (role: 'button' | 'link', name: string | RegExp): Promise<void> => {
    clicks++;
    await page.getByRole(role, { name, exact: true }).click();
  };
  /** The number of a tile. */
  const figure = (name: string, of: Page = page): Promise<string | null> =>
    of
      .getByRole('group', { name: 'Figures' })
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .locator('strong')
      .textContent();
  const figureIs = (name: string, value: string): Promise<void> =>
    eventually(async () => {
      expect(await figure(name)).toBe(value);
    });
  const show = async (view = ''): Promise<void> => {
    await page.goto(`/console/websites/${website.id}${view}`);
    await page.getByRole('group', { name: 'Figures' }).waitFor();
  };

  it("finds and shares yesterday's mobile visitors from Germany in four clicks", async () => {
    await show();
    await click('button', 'Yesterday');
    await figureIs('Visitors', '4');
    await click('button', 'Only Germany');
    await figureIs('Visitors', '3');
    await click('button', 'Only Mobile');
    await figureIs('Visitors', '2');
    await click('button', 'Share');
    await page.getByText('The link is copied.').waitFor();
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const guest = await bed.browser.open(link.replace(bed.platform.url, ''));
    await guest.getByRole('heading', { name: 'shop.example' }).waitFor();
    expect(await guest.locator('main, body').first().textContent()).toMatch(/Germany[\s\S]*Mobile/);
    expect(await guest.locator('.tile, [class*=tile]').first().textContent()).toContain('2');
    await guest.context().close();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
  });

  it('keeps the view in the address: Back, a bookmark, and pills', async () => {
    await show();
    await click('button', '7 days');
    await click('button', 'Only Germany');
    await page.getByRole('button', { name: 'Remove: Country is Germany' }).waitFor();
    await page.waitForURL(/period=7d&f=country%3DDE/);
    const bookmark = page.url();
    await page.goBack();
    await page.getByRole('button', { name: 'Remove: Country is Germany' }).waitFor({ state: 'detached' });
    await eventually(() => {
      expect(page.url()).toMatch(/\?period=7d$/);
    });
    await page.goto(bookmark);
    await figureIs('Visitors', '15');
    await click('button', 'Remove: Country is Germany');
    await figureIs('Visitors', '20');
  });

  it('tells the change of every number and every row', async () => {
    await show('?period=yesterday');
    const tile = page.getByRole('group', { name: 'Figures' }).getByRole('button', { name: /^Visitors/ });
    await eventually(async () => {
      expect(await tile.textContent()).toContain('no change');
    });
    const row = page.getByRole('listitem').filter({ hasText: 'Germany' });
    await eventually(async () => {
      expect(await row.textContent()).toContain('no change');
    });
    // Ten days ago nothing was counted: there is nothing to compare with.
    await show('?period=7d');
    await page.getByText('no comparison: counting began on').waitFor();
    expect(await tile.textContent()).not.toContain('new');
  });

  it('opens a list as a table: search, every metric, sort, CSV, and back', async () => {
    await show('?period=yesterday');
    await click('button', 'Details 4: Pages');
    const dialog = page.getByRole('dialog', { name: 'Pages' });
    await dialog.getByText('4 rows').waitFor();
    expect(await dialog.getByRole('columnheader').allTextContents()).toEqual([
      'Page',
      'Visitors ↓',
      'Visits',
      'Page views',
      'Views per visit',
      'Bounce rate',
      'Visit duration',
    ]);
    await dialog.getByRole('button', { name: 'Visits' }).click();
    await dialog.locator('th[aria-sort=descending]', { hasText: 'Visits' }).waitFor();
    await dialog.getByRole('searchbox').fill('pric');
    await dialog.getByText('1 row').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^page-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
    expect(head).toMatch(/^page,visitors,visits,pageviews,/);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/^\/pricing,2,2,2,/);
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
  });

  it('counts a goal and a funnel under the same period', async () => {
    await show('?period=yesterday');
    await click('link', 'Add a goal');
    await page.getByLabel('Name').fill('Signed up');
    await page.locator('select[name=type]').selectOption('event');
    await page.locator('input[name=pattern]').fill('signup');
    await click('button', 'Create');
    await page.getByRole('cell', { name: 'Signed up', exact: true }).waitFor();
    await click('link', 'Funnels');
    await page.locator('input[name=name]').fill('To the sign-up');
    await page.locator('input[name=pattern-1]').fill('/');
    await page.locator('input[name=pattern-2]').fill('/signup');
    await click('button', 'Create a funnel');
    await page.getByRole('heading', { name: 'To the sign-up' }).waitFor();
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    await show('?period=yesterday');
    const goal = page.getByRole('row').filter({ hasText: 'Signed up' });
    await goal.waitFor();
    await eventually(async () => {
      expect(await goal.locator('td').allTextContents()).toEqual(['1', '1', '25%', '€49.00']);
    });
    await page.getByRole('button', { name: 'Funnels', exact: true }).click();
    const funnel = page.getByRole('region', { name: 'To the sign-up' });
    await funnel.waitFor();
    await eventually(async () => {
      expect(await funnel.getByRole('listitem').locator('b').allTextContents()).toEqual(['3', '1']);
    });
  });

  it('filters by an editor, by names and patterns, and keeps filters as a segment', async () => {
    await show('?period=yesterday');
    await page.keyboard.press('/');
    const editor = page.getByRole('dialog', { name: 'Add a filter' });
    await editor.getByLabel('What', { exact: true }).selectOption('country');
    await editor.getByLabel('Comparison', { exact: true }).selectOption('is_not');
    await editor.getByLabel('Values', { exact: true }).fill('France');
    await page.keyboard.press('Enter');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await figureIs('Visitors', '3');
    await eventually(() => {
      expect(page.url()).toContain('country%21FR');
    });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await editor.getByLabel('Comparison', { exact: true }).selectOption('matches');
    await editor.getByLabel('Values', { exact: true }).fill('/p*');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await figureIs('Visitors', '2');
    await page.getByRole('button', { name: 'Save as a segment' }).click();
    await page.getByLabel('Name of the segment').fill('Interested');
    await page.getByRole('dialog').getByRole('button', { name: 'Save as a segment' }).click();
    await page.getByText('The segment “Interested” is saved.').waitFor();
    await eventually(() => {
      expect(page.url()).toMatch(/segment=\d+/);
    });
    await figureIs('Visitors', '2');
    await page.getByRole('button', { name: 'Clear' }).click();
    await figureIs('Visitors', '4');
  });

  it('is used by keys: periods, earlier and later, the chart', async () => {
    await show();
    await page.keyboard.press('w');
    await page.waitForURL(/period=7d/);
    await page.keyboard.press('d');
    await page.waitForURL(/period=today/);
    await page.locator('button[aria-label=Earlier]:enabled').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/from=(\S+)&to=\1/);
    await figureIs('Visitors', '4');
    await page.keyboard.press('y');
    await page.waitForURL(/period=12mo/);
    await show('?period=7d');
    const chart = page.getByRole('application');
    await page.locator('.drawing .line').first().waitFor();
    await chart.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => {
      expect(await chart.getByRole('status').textContent()).toMatch(/: 4$/);
    });
    // The period stays: the arrows were the chart's.
    expect(page.url()).toMatch(/\?period=7d$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=(\S+)&to=\1/);
  });

  it('shows values of the chart on hover and by touch, and as a table', async () => {
    await show('?period=7d');
    const canvas = page.locator('.drawing .line').first();
    await canvas.waitFor();
    // The chart moves while what is above it arrives.
    await eventually(async () => {
      await page.locator('.plot').scrollIntoViewIfNeeded();
      const box = await page.locator('.plot').boundingBox();
      if (!box) throw new Error('the chart has no place');
      await page.mouse.move(box.x + (box.width * 5) / 6, box.y + 40);
      await page.mouse.move(box.x + (box.width * 5) / 6, box.y + 45);
      await page.locator('.tooltip strong', { hasText: '4' }).waitFor({ timeout: 3_000 });
    });
    await page.getByText('Show the chart as a table').click();
    const table = page.locator('.as-table table');
    await eventually(async () => {
      expect(await table.getByRole('row').count()).toBe(8);
    });
    const phone = await bed.signedIn(`/console/websites/${website.id}?period=7d`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await phone.locator('.drawing .line').first().waitFor();
    await eventually(async () => {
      await phone.locator('.plot').scrollIntoViewIfNeeded();
      const place = await phone.locator('.plot').boundingBox();
      if (!place) throw new Error('the chart has no place');
      await phone.touchscreen.tap(place.x + (place.width * 5) / 6, place.y + 40);
      await phone.locator('.tooltip strong', { hasText: '4' }).waitFor({ timeout: 3_000 });
    });
    await phone.context().close();
  });

  it('shows who is there now, and keeps itself up to date', async () => {
    await show('?period=yesterday');
    await click('button', 'Live');
    await page.getByText('Nobody has been here for half an hour.').waitFor();
    const { events } = createPlatform(bed.platform);
    await events.send({
      events: [
        {
          site_key: website.siteKey,
          name: 'pageview',
          url: 'https://shop.example/now',
          ip: '198.51.100.9',
          user_agent:
            'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        },
      ],
    });
    await page.getByRole('listitem').filter({ hasText: '/now' }).waitFor();
    await eventually(async () => {
      expect(await page.locator('.live-figures dd').allTextContents()).toEqual(['1', '1']);
    });
  });

  it('draws the map of countries, which filters', async () => {
    await show('?period=yesterday&places=map');
    await page.locator('.world path.shade-5').click();
    await page.getByRole('button', { name: 'Remove: Country is Germany' }).waitFor();
  });

  it('says what went wrong, and tries again', async () => {
    await page.route('**/api/v1/stats/*/query', (route) =>
      route.fulfill({ status: 503, body: '{"message":"busy"}' }),
    );
    await page.goto(`/console/websites/${website.id}?period=30d`);
    await page.getByRole('alert').first().waitFor();
    await page.unroute('**/api/v1/stats/*/query');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('group', { name: 'Figures' }).waitFor();
  });

  it('is there for members who may only read', async () => {
    const { keys } = createPlatform(bed.platform);
    const { key } = await keys.create({ name: 'Reader', scopes: ['websites:read', 'stats:read'] });
    const reader = await bed.browser.open('/console/');
    await bed.browser.signIn(reader, key);
    await reader.goto(`/console/websites/${website.id}?period=yesterday&f=country%3DDE`);
    await reader.getByRole('group', { name: 'Figures' }).waitFor();
    expect(await reader.getByRole('button', { name: 'Save as a segment' }).count()).toBe(0);
    await reader.getByRole('button', { name: 'Share', exact: true }).click();
    await reader.getByText('making a link needs the scope websites:write').waitFor();
    await reader.context().close();
  });

  it.each([
    ['light', 320, 'en-GB'],
    ['dark', 1280, 'de-DE'],
    ['light', 3840, 'en-GB'],
  ] as const)('is accessible and fits: %s, %i px, %s', async (colorScheme, width, locale) => {
    const other = await bed.browser.open('/console/', {
      colorScheme,
      locale,
      viewport: { width, height: 900 },
    });
    await other.getByRole('textbox').first().fill(bed.platform.key);
    await other.locator('form button').first().click();
    await other.locator('#content h1').waitFor();
    const base = `/console/websites/${website.id}`;
    for (const view of [
      '?period=yesterday&f=country%3DDE&actions=funnels&places=map',
      '?period=7d&actions=properties',
      '?period=realtime',
      '?period=7d&panel=page',
    ]) {
      await other.goto(base + view);
      await screenIsThere(other);
      expect([view, await bed.browser.violations(other)]).toEqual([view, []]);
      await screenFits(other);
    }
    await other.context().close();
  });
});
