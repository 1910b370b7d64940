import { mkdir, readFile } from 'node:fs/promises';

import { startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import { describeInBrowser } from '@platform/testing';
import type { Page } from 'playwright-core';

import { exportTheme } from '../theme/export-theme.ts';
import { startConsoleBrowser } from './console-browser.ts';
import type { ConsoleBrowser } from './console-browser.ts';
import { makeOne, SCREENS } from './every-screen.ts';
import type { Made } from './every-screen.ts';

const TIMEOUT = 180_000;
/** What is left of 1280 × 900 at a zoom of 200 %, in CSS pixels. */
const ZOOMED = { width: 640, height: 450 };
const OVERFLOW = 'document.documentElement.scrollWidth - innerWidth';
/** Animations and transitions of all elements, and of the stand-in for what is still loading. */
const FIND_MOTION = `(() => {
  const skeleton = document.createElement('div');
  skeleton.className = 'skeleton';
  skeleton.append(Object.assign(document.createElement('span'), { className: 'bar' }));
  document.body.append(skeleton);
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const { animationName, transitionDuration } = getComputedStyle(element);
    const moves = animationName !== 'none' || /[1-9]/.test(transitionDuration);
    return moves ? [element.className] : [];
  });
})()`;
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
    // Half of the visitors wants nothing to move.
    const reducedMotion = colorScheme === 'light' ? 'reduce' : 'no-preference';
    let page: Page;
    const fits = async (): Promise<void> => {
      expect(await page.evaluate(OVERFLOW)).toBe(0);
    };
    beforeAll(async () => {
      if (folder !== undefined) await mkdir(folder, { recursive: true });
      const viewport = { width, height: 900 };
      page = await browser.open('/console/', { colorScheme, reducedMotion, viewport });
    }, TIMEOUT);
    afterAll(() => page.context().close());

    it('the form to sign in is accessible', async () => {
      await page.getByLabel('API key').waitFor();
      expect(await browser.violations(page)).toEqual([]);
      await fits();
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/sign-in-${colorScheme}-${width}.png`, fullPage: true });
      await browser.signIn(page, platform.key);
    });

    it.each(SCREENS)('%s is accessible and fits', async (name, path) => {
      await page.goto(`/console/${path(made)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await browser.violations(page)).toEqual([]);
      await fits();
      if (width > ZOOMED.width) {
        const before = page.viewportSize();
        await page.setViewportSize(ZOOMED);
        await fits();
        if (before) await page.setViewportSize(before);
      }
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
      expect(browser.faults).toEqual([]);
    });

    it(`lets ${reducedMotion === 'reduce' ? 'nothing' : 'what is loading'} move`, async () => {
      const moving = await page.evaluate(FIND_MOTION);
      expect(moving).toEqual(reducedMotion === 'reduce' ? [] : ['bar']);
    });
  });
});
