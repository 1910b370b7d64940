import { mkdir, readFile } from 'node:fs/promises';

import { createPlatform } from '@platform/client';
import { startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import { describeInBrowser } from '@platform/testing';
import type { Page } from 'playwright-core';

import { exportTheme } from '../theme/export-theme.ts';
import { startConsoleBrowser } from './console-browser.ts';
import type { ConsoleBrowser } from './console-browser.ts';

const TIMEOUT = 180_000;
const LOOKS: readonly (readonly [colorScheme: 'light' | 'dark', width: number])[] = [
  ['light', 390],
  ['dark', 1280],
  // The others are for people to look at: what is checked differs in colour or in width only.
  ...(process.env['SCREENSHOTS'] === undefined
    ? []
    : ([
        ['light', 1280],
        ['dark', 390],
      ] as const)),
];

interface Made {
  website: number;
  report: number;
  site: number;
  palette: string;
  theme: string;
  webhook: string;
}

const part = (tab: string): ((made: Made) => string) => {
  return ({ website }) => `websites/${website}?tab=${tab}`;
};

/** Every screen by its name, and its address below `/console/`. */
const SCREENS: readonly (readonly [name: string, path: (made: Made) => string])[] = [
  ['overview', () => ''],
  ['websites', () => 'websites'],
  ['website', ({ website }) => `websites/${website}`],
  ...['goals', 'funnels', 'annotations', 'alerts', 'segments', 'imports', 'drops', 'links', 'settings'].map(
    (tab) => [`website-${tab}`, part(tab)] as const,
  ),
  ['reports', () => 'reports'],
  ['report', ({ report }) => `reports/${report}`],
  ...['checks', 'history', 'schedule', 'links'].map(
    (tab) => [`report-${tab}`, ({ report }: Made) => `reports/${report}?tab=${tab}`] as const,
  ),
  ['schedules', () => 'schedules'],
  ['sites', () => 'sites'],
  ['site', ({ site }) => `sites/${site}`],
  ['site-pages', ({ site }) => `sites/${site}?tab=pages`],
  ['palettes', () => 'palettes'],
  ['palette', ({ palette }) => `palettes/${palette}`],
  ['palette-versions', ({ palette }) => `palettes/${palette}?tab=versions`],
  ['themes', () => 'themes'],
  ['theme', ({ theme }) => `themes/${theme}`],
  ['theme-versions', ({ theme }) => `themes/${theme}?tab=versions&version=2`],
  ['members', () => 'members'],
  ['keys', () => 'keys'],
  ['webhooks', () => 'webhooks'],
  ['webhook', ({ webhook }) => `webhooks/${webhook}`],
  ['audit-log', () => 'audit-log'],
  ['usage', () => 'usage'],
  ['sessions', () => 'sessions'],
];

/** One of everything, so that no screen is empty. */
const makeOne = async (platform: Platform): Promise<Made> => {
  const { websites, reports, schedules, sites, palettes, themes, webhooks, members } =
    createPlatform(platform);
  const { id } = await websites.create({ domain: 'shop.example' });
  await websites.goals.create(id, { name: 'Checkout', type: 'page', pattern: '/checkout' });
  const steps = ['/', '/checkout'].map((pattern) => ({ type: 'page' as const, pattern }));
  await websites.funnels.create(id, { name: 'Purchase', steps });
  await websites.annotations.create(id, { text: 'Launch', url: 'https://shop.example/launch' });
  await websites.alerts.create(id, { name: 'Busy', type: 'spike', threshold: 500 });
  const home = { dimension: 'country', operator: 'is' as const, values: ['DE', 'AT'] };
  await websites.segments.create(id, { name: 'At home', filters: [home] });
  await websites.links.create(id, { name: 'Auditors' });
  const report = await reports.run(`${platform.url}/docs`);
  await schedules.create({ report_id: report.id });
  const site = await sites.create({ url: `${platform.url}/docs`, max_pages: 2 });
  const palette = await palettes.create({ base_color: '#2b5bd7', scale: '50-950' });
  await palettes.regenerate(palette.id, { harmony: 'triadic' });
  const theme = await themes.create({ palette_id: palette.id, name: 'Ocean', tokens: {} });
  await themes.update(theme.id, { tokens: { primary: '#00aa55' } });
  const webhook = await webhooks.create({ url: 'http://127.0.0.1:9/', events: ['export.completed'] });
  await webhooks.ping(webhook.id);
  await members.invite({ email: 'ada@example.com', role: 'editor' });
  return {
    website: id,
    report: report.id,
    site: site.id,
    palette: palette.id,
    theme: theme.id,
    webhook: webhook.id,
  };
};

describeInBrowser('the looks of the console', () => {
  let platform: Platform;
  let browser: ConsoleBrowser;
  let made: Made;

  beforeAll(async () => {
    platform = await startTemporaryPlatform({ ...process.env });
    made = await makeOne(platform);
    browser = await startConsoleBrowser(platform.url);
  }, TIMEOUT);
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  }, TIMEOUT);

  it("wears the theme that the platform's own palette service exports", async () => {
    const committed = await readFile(new URL('../src/design/theme.css', import.meta.url), 'utf8');
    // `node theme/main.ts` in packages/console writes it anew.
    expect(committed).toBe(await exportTheme(platform));
  });

  describe.each(LOOKS)('%s, %i px wide', (colorScheme, width) => {
    // Pictures for people to look at, where somebody wants them.
    const folder = process.env['SCREENSHOTS'];
    let page: Page;
    beforeAll(async () => {
      if (folder !== undefined) await mkdir(folder, { recursive: true });
      page = await browser.open('/console/', { colorScheme, viewport: { width, height: 900 } });
    }, TIMEOUT);
    afterAll(() => page.context().close());

    it('the form to sign in is accessible', async () => {
      await page.getByLabel('API key').waitFor();
      expect(await browser.violations(page)).toEqual([]);
      await browser.signIn(page, platform.key);
    });

    it.each(SCREENS)('%s is accessible and fits', async (name, path) => {
      await page.goto(`/console/${path(made)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await browser.violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
      expect(browser.faults).toEqual([]);
    });
  });
});
