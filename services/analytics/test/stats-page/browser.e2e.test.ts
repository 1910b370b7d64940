import { describeInBrowser } from '@platform/testing';

import { addDays } from '../../src/calendar/local-day.ts';
import { localDay } from '../../src/calendar/zone-day.ts';
import { useBrowser } from './browser-harness.ts';

describeInBrowser('the pages in a browser', () => {
  const { platform, site, withPage } = useBrowser();

  it('update in place with JavaScript: click, keys, dates, and back again', async () => {
    await withPage(`/s/${site().site_key}`, {}, async (page) => {
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
    await withPage(`/s/${site().site_key}`, { locale: 'en-US' }, async (page) => {
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
    const wide = await platform().createWebsite({ privacy: 0 });
    for (let page = 0; page < 12; page += 1)
      await platform().beacon({ k: wide.site_key, u: `https://${wide.domain}/${page}` });
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
    await withPage(`/s/${site().site_key}`, {}, async (page) => {
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
