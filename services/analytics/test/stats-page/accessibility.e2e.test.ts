import { describeInBrowser } from '@platform/testing';
import type { Page } from 'playwright-core';

import { renderDigestMail } from '../../src/email-digests/digest-mail.ts';
import { addDays } from '../../src/calendar/local-day.ts';
import { useBrowser } from './browser-harness.ts';

const LOOKS: readonly (readonly [scheme: 'light' | 'dark', width: number])[] = [
  ['light', 375],
  ['dark', 1280],
  // The others are for people to look at: what is checked differs in colour or in width only.
  ...(process.env['SCREENSHOTS'] === undefined
    ? []
    : ([
        ['light', 1280],
        ['dark', 375],
      ] as const)),
];

const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - window.innerWidth');

describeInBrowser('the looks of the pages in a browser', () => {
  const { platform, site, withPage, violations } = useBrowser();

  it.each(LOOKS)('are accessible and fit: %s at %i pixels', async (colorScheme, width) => {
    const empty = await platform().createWebsite({ privacy: 0 });
    const locked = await platform().createWebsite({ privacy: 2, password: 'open sesame' });
    const measured = await platform().createWebsite({ privacy: 0 });
    for (const [path, LCP] of [
      ['/', 1_800],
      ['/a/rather/long/path/that/needs/the/room/of/more/than/one/phone', 9_000],
    ]) {
      const hit = { k: measured.site_key, u: `https://${measured.domain}${path}` };
      await platform().beacon(hit).expect(204);
      const v = { LCP, INP: 210, CLS: 0.3, TTFB: 90 };
      await platform()
        .beacon({ ...hit, v, n: 'vitals' })
        .expect(204);
    }
    const paths = [
      `/s/${site().site_key}`,
      `/s/${site().site_key}?period=7d&compare=previous_period&f=country%3DDE`,
      `/s/${site().site_key}?panel=page`,
      `/s/${site().site_key}?panel=properties`,
      `/s/${site().site_key}?view=goals`,
      `/s/${site().site_key}?view=journeys`,
      `/s/${measured.site_key}?view=vitals`,
      `/s/${measured.site_key}?panel=browser_version`,
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
    await withPage(`/s/${site().site_key}`, { javaScriptEnabled: false }, async (page) => {
      await page.getByRole('link', { name: '7 days' }).click();
      await page.waitForURL(/period=7d/);
      await page.getByRole('link', { name: 'Browsers' }).click();
      await page.getByRole('link', { name: 'Firefox' }).click();
      await page.waitForURL(/f=browser%3DFirefox/);
      await page.getByText('Browser is Firefox').waitFor();
      await page.getByLabel('Compare with', { exact: true }).selectOption('previous_year');
      await page
        .getByLabel('Compare with', { exact: true })
        .locator('..')
        .getByRole('button', { name: 'Apply' })
        .click();
      await page.waitForURL(/compare=previous_year/);
      await page.getByText('Browser is Firefox').waitFor();
      await page.getByRole('link', { name: /^Details \d+: Pages/ }).click();
      await page.getByRole('dialog', { name: 'Pages' }).getByText('Title of /pricing').waitFor();
      await page.getByRole('link', { name: 'Close' }).click();
      // Slow parts are one link further.
      await page.getByRole('link', { name: 'Show this' }).first().click();
      await page.waitForURL(/view=goals/);
      await page.getByRole('row').filter({ hasText: 'Pricing looked at' }).waitFor();
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
      language: 'de',
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
            metric: 'pageviews',
            rows: [{ value: `/${'long-'.repeat(40)}`, count: 61_000 }],
          },
        ],
        goals: [
          { name: `Goal ${'of many words '.repeat(12)}`, conversions: 1_234, before: 0 },
          { name: 'Order', conversions: 0, before: 7 },
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
