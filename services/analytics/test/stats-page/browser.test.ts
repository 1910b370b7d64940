import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import request from 'supertest';

import { startPlatform } from '../harness.ts';
import type { Platform, WebsiteJson } from '../harness.ts';
import { renderDigestMail } from '../../src/email-digests/digest-mail.ts';
import { addDays } from '../../src/calendar/local-day.ts';
import { localDay } from '../../src/calendar/zone-day.ts';
import { randomTraffic, storeTraffic } from '../stats/random-traffic.ts';

const TIMEOUT = 120_000;

const require = createRequire(import.meta.url);

let platform: Platform;
let browser: Browser;
let site: WebsiteJson;
let axe: string;

const LOOKS: readonly (readonly [scheme: 'light' | 'dark', width: number])[] = [
  ['light', 1280],
  ['light', 375],
  ['dark', 1280],
  ['dark', 375],
];

describeInBrowser('the pages in a browser', () => {
  beforeAll(async () => {
    platform = await startPlatform();
    site = await platform.createWebsite({ privacy: 0 });
    const today = localDay('UTC', Date.now());
    await storeTraffic(
      platform.db.database,
      randomTraffic({
        websiteId: site.id,
        zone: 'UTC',
        from: addDays(today, -20),
        days: 20,
        visits: 300,
        seed: 5,
      }),
    );
    const make = async (path: string, body: object) =>
      request(platform.server)
        .post(`/api/v1/websites/${site.id}${path}`)
        .set('Authorization', await platform.identity.bearer())
        .send(body)
        .expect(201);
    await make('/goals', { name: 'Pricing looked at', type: 'page', pattern: '/pricing' });
    await make('/funnels', {
      name: 'To the docs',
      steps: [
        { type: 'page', pattern: '/' },
        { type: 'page', pattern: '/docs' },
      ],
    });
    browser = await launchBrowser(process.env);
    axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  }, TIMEOUT);
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  /**
   * Opens a page, fails on errors of scripts and of the content policy, and closes it after the
   * work.
   */
  const withPage = async (
    path: string,
    options: BrowserContextOptions,
    work: (page: Page) => Promise<void>,
  ): Promise<void> => {
    const context = await browser.newContext(options);
    const faults: string[] = [];
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(path.startsWith('/') ? platform.url + path : path);
    await work(page);
    await context.close();
    expect(faults).toEqual([]);
  };

  const violations = async (page: Page): Promise<string[]> => {
    await page.evaluate(axe);
    return page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))',
    );
  };
  const overflow = (page: Page): Promise<number> =>
    page.evaluate('document.documentElement.scrollWidth - window.innerWidth');

  it.each(LOOKS)('are accessible and fit: %s at %i pixels', async (colorScheme, width) => {
    const empty = await platform.createWebsite({ privacy: 0 });
    const locked = await platform.createWebsite({ privacy: 2, password: 'open sesame' });
    const paths = [
      `/s/${site.site_key}`,
      `/s/${site.site_key}?period=7d&compare=previous_period&f=country%3DDE`,
      `/s/${site.site_key}?panel=page`,
      `/s/${site.site_key}?panel=properties`,
      `/s/${site.site_key}?view=goals`,
      `/s/${site.site_key}?view=journeys`,
      `/s/${empty.site_key}`,
      `/s/${locked.site_key}`,
    ];
    for (const path of paths)
      await withPage(
        path,
        { colorScheme, viewport: { width, height: 800 }, bypassCSP: true },
        async (page) => {
          if (process.env['SCREENSHOTS'])
            await page.screenshot({
              fullPage: true,
              path: `${process.env['SCREENSHOTS']}/${path.replace(/\W+/g, '_')}-${colorScheme}-${width}.png`,
            });
          expect({ path, found: await violations(page) }).toEqual({ path, found: [] });
          expect(await overflow(page)).toBeLessThanOrEqual(0);
        },
      );
  });

  it('work without JavaScript: period, filter and list are links', async () => {
    await withPage(`/s/${site.site_key}`, { javaScriptEnabled: false }, async (page) => {
      await page.getByRole('link', { name: '7 days' }).click();
      expect(page.url()).toContain('period=7d');
      await page.getByRole('link', { name: 'Firefox' }).click();
      expect(page.url()).toContain('f=browser%3DFirefox');
      expect(await page.getByText('Browser is Firefox').count()).toBe(1);
      await page.getByLabel('Compare').selectOption('previous_period');
      await page.getByRole('button', { name: 'Show' }).click();
      expect(page.url()).toContain('compare=previous_period');
      expect(await page.getByText('Browser is Firefox').count()).toBe(1);
    });
  });

  it('update in place with JavaScript: click, keys, dates, and back again', async () => {
    await withPage(`/s/${site.site_key}`, {}, async (page) => {
      await page.evaluate('window.isSamePage = true');
      await page.getByRole('link', { name: 'Chrome' }).click();
      await page.getByText('Browser is Chrome').waitFor();
      await page.keyboard.press('w');
      await page.waitForURL(/period=7d/);
      await page.keyboard.press('c');
      await page.getByText('compared with').waitFor();
      await page.keyboard.press('x');
      await page.getByText('Browser is Chrome').waitFor({ state: 'detached' });
      await page.goBack();
      await page.getByText('Browser is Chrome').waitFor();
      await page.getByLabel('From').fill(addDays(localDay('UTC', Date.now()), -3));
      await page.getByLabel('From').blur();
      await page.waitForURL(/from=/);
      await page.getByRole('link', { name: 'Page views' }).click();
      await page.getByText('Page views by').waitFor();
      expect(await page.evaluate('window.isSamePage')).toBe(true);
    });
  });

  it('apply a typed date once it is complete, not at each digit', async () => {
    await withPage(`/s/${site.site_key}`, { locale: 'en-US' }, async (page) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      const from = page.getByLabel('From');
      const day = addDays(localDay('UTC', Date.now()), -4);
      await from.focus();
      await page.keyboard.type(`${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`);
      expect(await from.inputValue()).toBe(day);
      expect(requests).toEqual([]);
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`from=${day}`));
      expect(requests).toHaveLength(1);
    });
  });

  it('open a list at its top, close it with Escape, and keep the focus', async () => {
    const wide = await platform.createWebsite({ privacy: 0 });
    for (let page = 0; page < 12; page += 1)
      await platform.beacon({ k: wide.site_key, u: `https://${wide.domain}/${page}` });
    await withPage(`/s/${wide.site_key}`, { viewport: { width: 1280, height: 500 } }, async (page) => {
      const more = page.getByRole('link', { name: 'All 12 Pages' });
      await more.scrollIntoViewIfNeeded();
      await more.focus();
      expect(await page.evaluate('scrollY')).toBeGreaterThan(100);
      await page.keyboard.press('Enter');
      await page.getByText('Back to all statistics').waitFor();
      expect(await page.evaluate('scrollY')).toBe(0);
      expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
      await page.keyboard.press('Escape');
      await page.getByText('Where visitors come from').waitFor();
      expect(page.url()).not.toContain('panel=');
      const weeks = page.getByRole('link', { name: '7 days' });
      await weeks.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/period=7d/);
      await page.locator('[aria-current]', { hasText: '7 days' }).waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('7 days');
    });
  });

  it('give up their keyboard shortcuts on request, and remember it', async () => {
    await withPage(`/s/${site.site_key}`, {}, async (page) => {
      const keys = page.getByLabel('Use these keys');
      await page.getByText('Keys', { exact: true }).click();
      expect(await keys.isChecked()).toBe(true);
      await keys.uncheck();
      await page.reload();
      await page.keyboard.press('w');
      await page.getByText('Keys', { exact: true }).click();
      expect(await keys.isChecked()).toBe(false);
      expect(page.url()).not.toContain('period=');
      await keys.check();
      await page.keyboard.press('w');
      await page.waitForURL(/period=7d/);
      // The footer is another one now, and says the same.
      await page.getByText('Keys', { exact: true }).click();
      expect(await keys.isChecked()).toBe(true);
    });
  });

  it.each([375, 1280])('have a chart with legible letters at %i pixels', async (width) => {
    await withPage(`/s/${site.site_key}`, { viewport: { width, height: 800 } }, async (page) => {
      const heights = await page
        .locator('.chart .tick:visible')
        .evaluateAll((ticks) => ticks.map((tick) => tick.getBoundingClientRect().height));
      expect(heights.length).toBeGreaterThan(5);
      expect(Math.min(...heights)).toBeGreaterThan(11);
    });
  });

  it('show a new website’s first visit as soon as it arrives', async () => {
    const fresh = await platform.createWebsite({ privacy: 0 });
    await withPage(`/s/${fresh.site_key}`, {}, async (page) => {
      await page.getByText('Waiting for the first visit').waitFor();
      expect((await platform.beacon({ k: fresh.site_key, u: `https://${fresh.domain}/first` })).status).toBe(
        204,
      );
      await page.getByText('1 visitor now').waitFor();
    });
  });

  it('open with the password', async () => {
    const locked = await platform.createWebsite({ privacy: 2, password: 'open sesame' });
    await withPage(`/s/${locked.site_key}`, {}, async (page) => {
      await page.getByLabel('Password').fill('open sesame');
      await page.getByRole('button').click();
      await page.getByText('No visit has been counted yet').waitFor();
    });
  });

  it.each(LOOKS)('include accessible e-mails that fit: %s at %i pixels', async (colorScheme, width) => {
    const days = Array.from({ length: 30 }, (_, index) => ({
      day: addDays('2026-04-01', index),
      visitors: (index * 37) % 90,
    }));
    const totals = {
      visitors: 12_345,
      visits: 15_000,
      pageviews: 61_000,
      events: 3,
      bounce_rate: 0.41,
      visit_duration: 187,
    };
    const { html } = renderDigestMail({
      domain: 'a-very-long-name-of-a-website.example.com',
      frequency: 'monthly',
      statsUrl: 'https://stats.example/s/key',
      unsubscribeUrl: 'https://stats.example/unsubscribe/x',
      data: {
        range: { from: '2026-04-01', to: '2026-04-30' },
        days,
        totals,
        before: { ...totals, visitors: 10_000 },
        lists: [
          {
            dimension: 'page',
            title: 'Pages',
            countTitle: 'Views',
            rows: [{ value: `/${'long-'.repeat(40)}`, count: 61_000 }],
          },
        ],
      },
    });
    await withPage('about:blank', { colorScheme, viewport: { width, height: 800 } }, async (page) => {
      await page.setContent(html);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });
  });
});
