import { mkdir, readFile } from 'node:fs/promises';

import { createPlatform } from '@platform/client';
import { startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import { describeInBrowser } from '@platform/testing';

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

describeInBrowser('the looks of the console', () => {
  let platform: Platform;
  let browser: ConsoleBrowser;
  let screens: readonly (readonly [name: string, path: string])[];

  beforeAll(async () => {
    platform = await startTemporaryPlatform({ ...process.env });
    const { websites, reports, palettes, themes } = createPlatform(platform);
    const website = await websites.create({ domain: 'shop.example' });
    await websites.goals.create(website.id, { name: 'Checkout', type: 'page', pattern: '/checkout' });
    // Nobody listens there: the report fails, and says why.
    const report = await reports.run('http://127.0.0.1:9/');
    const palette = await palettes.create({ base_color: '#2b5bd7' });
    const theme = await themes.create({ palette_id: palette.id, name: 'Ocean', tokens: {} });
    screens = [
      ['overview', ''],
      ['websites', 'websites'],
      ['website', `websites/${website.id}`],
      ['reports', 'reports'],
      ['report', `reports/${report.id}`],
      ['palettes', 'palettes'],
      ['palette', `palettes/${palette.id}`],
      ['themes', 'themes'],
      ['theme', `themes/${theme.id}`],
      ['keys', 'keys'],
      ['usage', 'usage'],
    ];
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

  it.each(LOOKS)(
    'every screen is accessible and fits: %s, %i px wide',
    async (colorScheme, width) => {
      const page = await browser.open('/console/', { colorScheme, viewport: { width, height: 900 } });
      await page.getByLabel('API key').waitFor();
      expect(await browser.violations(page)).toEqual([]);
      await browser.signIn(page, platform.key);
      // Pictures for people to look at, where somebody wants them.
      const folder = process.env['SCREENSHOTS'];
      if (folder !== undefined) await mkdir(folder, { recursive: true });
      for (const [name, path] of screens) {
        await page.goto(`/console/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect([name, await browser.violations(page)]).toEqual([name, []]);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([name, overflow]).toEqual([name, 0]);
        if (folder !== undefined)
          await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
      }
      expect(browser.faults).toEqual([]);
      await page.context().close();
    },
    TIMEOUT,
  );
});
