import { readFile } from 'node:fs/promises';

import { describeInBrowser, eventually } from '@platform/testing';

import { addDays, localDay } from '../../src/calendar/local-day.ts';
import { useBrowser } from './browser-harness.ts';

describeInBrowser('the pages in a browser', () => {
  const { platform, site, withPage } = useBrowser();

  it('update in place with JavaScript: click, keys, dates, and back again', async () => {
    await withPage(`/s/${site().site_key}`, {}, async (page) => {
      await page.evaluate('window.isSamePage = true');
      await page.getByRole('link', { name: 'Browsers' }).click();
      await page.getByRole('link', { name: 'Only Chrome' }).click();
      await page.getByText('Browser is Chrome').waitFor();
      await page.keyboard.press('w');
      await page.waitForURL(/period=7d/);
      await page.getByText('compared with').waitFor();
      await page.keyboard.press('c');
      await page.getByText('compared with').waitFor({ state: 'detached' });
      await page.keyboard.press('x');
      await page.getByText('Browser is Chrome').waitFor({ state: 'detached' });
      await page.goBack();
      await page.getByText('Browser is Chrome').waitFor();
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('textbox', { name: 'From' }).fill(addDays(localDay('UTC', Date.now()), -3));
      await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL(/from=/);
      await page.getByRole('link', { name: 'Page views' }).click();
      await page.getByRole('application', { name: /^Page views/ }).waitFor();
      expect(await page.evaluate('window.isSamePage')).toBe(true);
    });
  });

  it('take a typed date once it is sent, not at each digit', async () => {
    await withPage(`/s/${site().site_key}`, { locale: 'en-US' }, async (page) => {
      await page.getByRole('button', { name: 'More' }).click();
      const from = page.getByRole('textbox', { name: 'From' });
      const day = addDays(localDay('UTC', Date.now()), -4);
      await from.focus();
      await page.keyboard.type(`${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`);
      expect(await from.inputValue()).toBe(day);
      expect(page.url()).not.toContain('from=');
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`from=${day}`));
    });
  });

  it('open a list over the page, close it with Escape, and keep the focus', async () => {
    const wide = await platform().createWebsite({ privacy: 0 });
    for (let page = 0; page < 12; page += 1)
      await platform().beacon({ k: wide.site_key, u: `https://${wide.domain}/${page}` });
    await withPage(`/s/${wide.site_key}`, { viewport: { width: 1280, height: 500 } }, async (page) => {
      const more = page.getByRole('link', { name: 'Details 12: Pages' });
      await more.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Pages' });
      await dialog.getByText('12 rows').waitFor();
      expect(page.url()).toContain('panel=page');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(page.url()).not.toContain('panel=');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Details 12');
      const weeks = page.getByRole('link', { name: '7 days' });
      await weeks.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/period=7d/);
      await page.locator('[aria-current]', { hasText: '7 days' }).waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('7 days');
    });
  });

  it('save a list as a file', async () => {
    await withPage(`/s/${site().site_key}?panel=page`, {}, async (page) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ]);
      expect(await readFile(await download.path(), 'utf8')).toMatch(/^page,visitors,visits,pageviews,/);
    });
  });

  it('give up their keyboard shortcuts on request, and remember it', async () => {
    await withPage(`/s/${site().site_key}`, {}, async (page) => {
      const keys = page.getByLabel('Use these keys');
      expect(await keys.isChecked()).toBe(true);
      await keys.uncheck();
      await page.reload();
      await eventually(async () => {
        expect(await keys.isChecked()).toBe(false);
      });
      await page.keyboard.press('w');
      expect(page.url()).not.toContain('period=');
      await keys.check();
      await page.keyboard.press('w');
      await page.waitForURL(/period=7d/);
      expect(await keys.isChecked()).toBe(true);
    });
  });

  it('need no second request, none of other hosts, and don’t jump', async () => {
    await withPage('about:blank', { viewport: { width: 1280, height: 900 } }, async (page) => {
      const requests: string[] = [];
      page.on('request', (asked) => requests.push(new URL(asked.url()).pathname));
      await page.addInitScript(
        'window.shift = 0; new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value; }).observe({ type: "layout-shift", buffered: true });',
      );
      await page.goto(`${platform().url}/s/${site().site_key}`);
      await page.getByRole('row').filter({ hasText: 'Pricing looked at' }).waitFor();
      expect(await page.evaluate('window.shift')).toBeLessThanOrEqual(0.02);
      const own = new RegExp(`^/s/(?:assets/[\\w.-]+|${site().site_key}(?:/\\w+)?)$`);
      expect(requests.filter((path) => !own.test(path))).toEqual([]);
      // Slow parts come once the rest is there, which came with the page.
      const asked = requests.filter((path) => path.startsWith(`/s/${site().site_key}/`));
      expect(asked.map((path) => path.split('/').at(-1)).sort()).toEqual([
        'goals',
        'journeys',
        'query',
        'returns',
        'vitals',
      ]);
    });
  });

  it('speak German to Germans, and to whoever asks for it', async () => {
    await withPage(`/s/${site().site_key}`, { locale: 'de-DE' }, async (page) => {
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      await page.getByRole('link', { name: '7 Tage' }).click();
      await page.waitForURL(/period=7d/);
      await page.getByRole('heading', { name: 'Woher Besucher kommen' }).waitFor();
    });
    await withPage(`/s/${site().site_key}?lang=de`, {}, async (page) => {
      await page.getByRole('link', { name: 'Gestern' }).click();
      await page.waitForURL(/period=yesterday&lang=de/);
      await page.reload();
      await page.getByRole('link', { name: 'Gestern' }).waitFor();
    });
  });

  it.each([375, 1280])('have a chart with legible letters at %i pixels', async (width) => {
    await withPage(`/s/${site().site_key}`, { viewport: { width, height: 800 } }, async (page) => {
      const heights = await page
        .locator('.chart .tick:visible')
        .evaluateAll((ticks) => ticks.map((tick) => tick.getBoundingClientRect().height));
      expect(heights.length).toBeGreaterThan(5);
      expect(Math.min(...heights)).toBeGreaterThan(11);
    });
  });

  it('show a new website’s first visit as soon as it arrives', async () => {
    const fresh = await platform().createWebsite({ privacy: 0 });
    await withPage(`/s/${fresh.site_key}`, {}, async (page) => {
      await page.getByText('Waiting for the first visit').waitFor();
      expect(
        (await platform().beacon({ k: fresh.site_key, u: `https://${fresh.domain}/first` })).status,
      ).toBe(204);
      await page.getByText('1 visitor now').waitFor();
    });
  });

  it('open with the password', async () => {
    const locked = await platform().createWebsite({ privacy: 2, password: 'open sesame' });
    await withPage(`/s/${locked.site_key}`, {}, async (page) => {
      await page.getByLabel('Password').fill('open sesame');
      await page.getByRole('button').click();
      await page.getByText('No visit has been counted yet').waitFor();
    });
  });
});
