import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import type { Browser, Page } from 'playwright-core';

import { THEME_MODES } from '../../src/themes/theme.ts';
import type { Theme, StandardMode } from '../../src/themes/theme.ts';
import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { renderText } from '../formats/render.ts';
import { sampleTheme } from '../sample-palette.ts';

const cssOf = (theme: Theme, options: Parameters<typeof renderText>[2] = {}) =>
  renderText('css', tokensOfTheme(theme, null), { prefix: 'theme', ...options });

describeInBrowser('the CSS of a theme with all modes, read by Chromium', () => {
  const theme = sampleTheme({ primary: { $type: 'color', $value: '{palette.1}' } });
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser(process.env);
    page = await browser.newPage();
  });
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
  const meant = (mode: StandardMode) => ({
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

  it('follows with the old name of a role, too', async () => {
    const { primary: _, ...tokens } = theme.tokens;
    const renamed = sampleTheme(tokens, undefined, { cta: 'primary-text' });
    await page.emulateMedia({ colorScheme: 'dark', contrast: 'no-preference' });
    await show(await cssOf(renamed), '<p data-theme="high-contrast"></p>');
    const [dark, high] = await page.evaluate(() =>
      ['html', 'p'].map((selector) =>
        getComputedStyle(document.querySelector(selector)!).getPropertyValue('--theme-cta'),
      ),
    );
    const hexOf = (mode: StandardMode) =>
      renamed.modes[mode].find(({ role }) => role === 'primary-text')?.color.hex;
    expect([dark, high]).toEqual([hexOf('dark'), hexOf('high-contrast')]);
  });

  it('lets data-theme override the system, for the page or part of it', async () => {
    await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' });
    const parts = THEME_MODES.map((mode) => `<p data-theme="${mode}"></p>`).join('');
    await show(await cssOf(theme), parts);
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'light';
    });
    expect(await seen('html')).toEqual(meant('light'));
    for (const mode of THEME_MODES) expect(await seen(`p[data-theme=${mode}]`)).toEqual(meant(mode));
  });

  it('uses Display P3 on screens that support it', async () => {
    const css = await cssOf(theme, { p3: true });
    await page.emulateMedia({ colorScheme: 'dark', contrast: 'no-preference' });
    await show(css.replace('(color-gamut: p3)', 'all'));
    expect((await seen('html')).colors['primary']).toMatch(/^color\(display-p3 /);
  });
});

it('has no mode rules for a single mode, and no comments when they are turned off', async () => {
  const theme = sampleTheme({});
  const dark = await renderText('css', tokensOfTheme(theme, 'dark'), { prefix: 'theme' });
  expect(dark).not.toMatch(/prefers|data-theme/);
  expect(await cssOf(theme, { comments: false })).not.toContain('/*');
});

it('refuses a token with the name of a role that did not set the role', async () => {
  const theme = sampleTheme({ background: { $type: 'number', $value: 1 } });
  await expect(cssOf(theme)).rejects.toMatchObject({ code: 'name_collision' });
});
