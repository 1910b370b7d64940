import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import type { Browser, Page } from 'playwright-core';
import { compile } from 'tailwindcss';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { THEME_MODES } from '../../src/themes/theme.ts';
import type { StandardMode } from '../../src/themes/theme.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';
import { renderText } from './render.ts';

const require = createRequire(import.meta.url);
const palette = samplePalette('#3366cc');
const theme = sampleTheme({ primary: '#ffd400' }, palette, { alarm: 'error' });

const bytes = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
const colorOf = (mode: StandardMode, role: string): string =>
  bytes(theme.modes[mode].find((candidate) => candidate.role === role)!.color.hex);

/** Classes, the role that each paints, and shadcn's name of it. */
const CLASSES = [
  ['bg-theme-background', 'background'],
  ['bg-background', 'background'],
  ['bg-foreground', 'on-background'],
  ['bg-theme-on-primary', 'on-primary'],
  ['bg-muted', 'surface-variant'],
  ['bg-ring', 'focus'],
  ['bg-theme-error', 'error'],
  ['bg-destructive', 'error'],
  // The name that the role had before.
  ['bg-theme-alarm', 'error'],
] as const;

describeInBrowser('the Tailwind 4 theme with all modes, compiled by Tailwind and read by Chromium', () => {
  let browser: Browser;
  let page: Page;
  let css: string;

  beforeAll(async () => {
    const source = await renderText('tailwind-v4', tokensOfTheme(theme, null, palette), { prefix: 'theme' });
    const compiler = await compile(`@import 'tailwindcss/utilities';\n${source}`, {
      loadStylesheet: (id: string, base: string) => {
        const path = require.resolve(`${id}.css`);
        return Promise.resolve({ path, base, content: readFileSync(path, 'utf8') });
      },
    });
    css = compiler.build([...CLASSES.map(([name]) => name), 'dark:text-theme-error']);
    browser = await launchBrowser(process.env);
    page = await browser.newPage();
  });
  afterAll(() => browser.close());

  const swatches = CLASSES.map(([name]) => `<i class="${name}"></i>`).join('');
  const mark = '<b class="dark:text-theme-error"></b>';
  const show = (html: string) => page.setContent(`<!doctype html><style>${css}</style>${html}`);
  const seen = (place: string) =>
    page.evaluate((selector) => {
      const root = document.querySelector(selector)!;
      return {
        colors: [...root.querySelectorAll(':scope > i')].map(
          (item) => getComputedStyle(item).backgroundColor,
        ),
        isMarked:
          getComputedStyle(root.querySelector('b')!).color !==
          getComputedStyle(document.documentElement).color,
      };
    }, place);
  const meant = (mode: StandardMode) => CLASSES.map(([, role]) => colorOf(mode, role));

  it.each([
    ['light', 'no-preference', 'light'],
    ['dark', 'no-preference', 'dark'],
    ['light', 'more', 'high-contrast'],
    ['dark', 'more', 'high-contrast-dark'],
  ] as const)('follows a system that prefers %s and contrast %s', async (colorScheme, contrast, mode) => {
    await page.emulateMedia({ colorScheme, contrast });
    await show(`<div>${swatches}${mark}</div>`);
    const { colors, isMarked } = await seen('div');
    expect(colors).toEqual(meant(mode));
    expect(isMarked).toBe(colorScheme === 'dark');
  });

  it.each(['light', 'dark'] as const)(
    'lets classes override a system that prefers %s',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme, contrast: 'no-preference' });
      await show(
        THEME_MODES.map(
          (mode) =>
            `<div class="${mode}" id="c-${mode}">${swatches}${mark}</div><div data-theme="${mode}" id="d-${mode}">${swatches}${mark}</div>`,
        ).join(''),
      );
      for (const mode of THEME_MODES)
        for (const id of [`#c-${mode}`, `#d-${mode}`]) {
          const { colors, isMarked } = await seen(id);
          expect([id, colors]).toEqual([id, meant(mode)]);
          expect([id, isMarked]).toEqual([id, mode.endsWith('dark')]);
        }
    },
  );
});
