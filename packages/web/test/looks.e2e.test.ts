import { mkdir, readFile } from 'node:fs/promises';

import { describeInBrowser } from '@platform/testing';
import type { Page } from 'playwright-core';

import { exportTheme } from '../theme/export-theme.ts';
import { makeOne, SCREENS } from './every-screen.ts';
import type { Made } from './every-screen.ts';
import { screenFits, screenIsThere } from './screen.ts';
import { useConsole } from './use-console.ts';
/** The rest of 1280 × 900 at a zoom of 200 %, in CSS pixels. */
const ZOOMED = { width: 640, height: 450 };
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
  const bed = useConsole();
  let made: Made;

  beforeAll(async () => {
    made = await makeOne(bed.platform);
  });

  it("wears the theme that the platform's own palette service exports", async () => {
    const committed = await readFile(new URL('../src/design/theme.css', import.meta.url), 'utf8');
    // `node theme/main.ts` in packages/web rewrites it.
    expect(committed).toBe(await exportTheme(bed.platform));
  });

  describe.each(LOOKS)('%s, %i px wide', (colorScheme, width) => {
    // Pictures for people to look at, where somebody wants them.
    const folder = process.env['SCREENSHOTS'];
    // Half of the visitors wants nothing to move.
    const reducedMotion = colorScheme === 'light' ? 'reduce' : 'no-preference';
    let page: Page;
    beforeAll(async () => {
      if (folder !== undefined) await mkdir(folder, { recursive: true });
      const viewport = { width, height: 900 };
      page = await bed.browser.open('/console/', { colorScheme, reducedMotion, viewport });
    });
    afterAll(() => page.context().close());

    it('the form to sign in is accessible', async () => {
      await page.getByLabel('API key').waitFor();
      expect(await bed.browser.violations(page)).toEqual([]);
      await screenFits(page);
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/sign-in-${colorScheme}-${width}.png`, fullPage: true });
      await bed.browser.signIn(page, bed.platform.key);
    });

    it.each(SCREENS)('%s is accessible and fits', async (name, path) => {
      await page.goto(`/console/${path(made)}`);
      await screenIsThere(page);
      expect(await bed.browser.violations(page)).toEqual([]);
      await screenFits(page);
      if (width > ZOOMED.width) {
        const before = page.viewportSize();
        await page.setViewportSize(ZOOMED);
        await screenFits(page);
        if (before) await page.setViewportSize(before);
      }
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    });

    it(`lets ${reducedMotion === 'reduce' ? 'nothing' : 'what is loading'} move`, async () => {
      const moving = await page.evaluate(FIND_MOTION);
      expect(moving).toEqual(reducedMotion === 'reduce' ? [] : ['bar']);
    });
  });
});
