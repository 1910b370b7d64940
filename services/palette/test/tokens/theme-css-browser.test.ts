import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

import { parseColor } from '../../src/color/css/parse-color.ts';
import { HARMONIES } from '../../src/color/harmonies/registry.ts';
import { makePalette } from '../../src/palettes/make-palette.ts';
import { makeModes } from '../../src/themes/modes/make-modes.ts';
import { seedsOf } from '../../src/themes/modes/seeds.ts';
import { THEME_MODES } from '../../src/themes/theme.ts';
import type { Theme, ThemeMode } from '../../src/themes/theme.ts';
import { paletteTokens } from '../../src/themes/tokens/palette-tokens.ts';
import { resolveTokens } from '../../src/themes/tokens/resolve-tokens.ts';
import { tokensOfTheme } from '../../src/tokens/collect-tokens.ts';
import { renderText } from '../formats/render.ts';

const themeOf = (tokens: Theme['tokens']): Theme => {
  const base = parseColor('#3366cc');
  if (!base.ok) throw new Error(base.reason);
  const palette = {
    id: 'pal_x',
    workspaceId: 'wsp_x',
    createdAt: new Date(0),
    ...makePalette({ ...base, input: '#3366cc', harmony: HARMONIES.get('triadic')!, count: 3 }),
  };
  const resolved = resolveTokens(tokens, paletteTokens(palette));
  const modes = makeModes(seedsOf(palette, resolved));
  const head = { id: 'thm_x', workspaceId: 'wsp_x', paletteId: 'pal_x', name: 'T', createdAt: new Date(0) };
  return { ...head, tokens, resolved, modes, warnings: [] };
};
const cssOf = (theme: Theme, options: Parameters<typeof renderText>[2] = {}) =>
  renderText('css', tokensOfTheme(theme, null), { prefix: 'theme', ...options });

describe('the CSS of a theme with all modes, read by Chromium', () => {
  const theme = themeOf({ primary: { $type: 'color', $value: '{palette.1}' } });
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    page = await browser.newPage();
  }, 60_000);
  afterAll(() => browser.close());

  const show = async (css: string, html = '') => {
    await page.setContent(`<!doctype html><style>${css}</style>${html}`);
  };
  /** Every role's variable as an element has it, and its colour scheme. */
  const seen = (selector: string) =>
    page.evaluate(
      ([place, names]) => {
        const style = getComputedStyle(document.querySelector(place)!);
        const colors = names.map((name) => [name, style.getPropertyValue(`--theme-${name}`)]);
        return { scheme: style.colorScheme, colors: Object.fromEntries(colors) as Record<string, string> };
      },
      [selector, theme.modes.light.map(({ role }) => role)] as const,
    );
  const meant = (mode: ThemeMode) => ({
    scheme: mode.endsWith('dark') ? 'dark' : 'light',
    colors: Object.fromEntries(theme.modes[mode].map(({ role, color }) => [role, color.hex])),
  });

  it.each([
    ['light', 'no-preference', 'light'],
    ['dark', 'no-preference', 'dark'],
    ['light', 'more', 'high-contrast'],
    ['dark', 'more', 'high-contrast-dark'],
  ] as const)('follows a system that prefers %s and contrast %s', async (colorScheme, contrast, mode) => {
    await page.emulateMedia({ colorScheme, contrast });
    await show(await cssOf(theme));
    expect(await seen('html')).toEqual(meant(mode));
  });

  it('lets data-theme choose, for the page and for a part of it, whatever the system prefers', async () => {
    await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' });
    const parts = THEME_MODES.map((mode) => `<p data-theme="${mode}"></p>`).join('');
    await show(await cssOf(theme), parts);
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'light';
    });
    expect(await seen('html')).toEqual(meant('light'));
    for (const mode of THEME_MODES) expect(await seen(`p[data-theme=${mode}]`)).toEqual(meant(mode));
  });

  it('takes Display P3 along on screens that have it', async () => {
    const css = await cssOf(theme, { p3: true });
    await page.emulateMedia({ colorScheme: 'dark', contrast: 'no-preference' });
    await show(css.replace('(color-gamut: p3)', 'all'));
    expect((await seen('html')).colors['primary']).toMatch(/^color\(display-p3 /);
  });
});

it('has no rules for modes where there is one mode, and no comment where none is wanted', async () => {
  const theme = themeOf({});
  const dark = await renderText('css', tokensOfTheme(theme, 'dark'), { prefix: 'theme' });
  expect(dark).not.toMatch(/prefers|data-theme/);
  expect(await cssOf(theme, { comments: false })).not.toContain('/*');
});

it('refuses a token of the theme that has the name of a role but is not what the role was made from', async () => {
  const theme = themeOf({ background: { $type: 'color', $value: '{palette.1}' } });
  await expect(cssOf(theme)).rejects.toMatchObject({ code: 'name_collision' });
});
