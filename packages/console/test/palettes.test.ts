import { createPlatform } from '@platform/client';
import { startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import { describeInBrowser } from '@platform/testing';
import type { Page } from 'playwright-core';

import { startConsoleBrowser } from './console-browser.ts';
import type { ConsoleBrowser } from './console-browser.ts';

const TIMEOUT = 120_000;

describeInBrowser('the palette studio and themes in the console', () => {
  let platform: Platform;
  let browser: ConsoleBrowser;
  let page: Page;
  const show = async (tab: string): Promise<void> => {
    await page.getByRole('navigation', { name: 'Ember' }).getByRole('link', { name: tab }).click();
  };

  beforeAll(async () => {
    platform = await startTemporaryPlatform({ ...process.env });
    browser = await startConsoleBrowser(platform.url);
    page = await browser.open('/console/palettes');
    await page.getByLabel('API key').fill(platform.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Palettes' }).waitFor();
  }, TIMEOUT);
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  }, TIMEOUT);
  afterEach(() => {
    expect(browser.faults).toEqual([]);
  });

  it('picks a colour in OKLCH, says whether sRGB has it, and makes a palette with scales', async () => {
    await page.getByText('Pick by lightness, chroma and hue').click();
    await page.getByLabel('Chroma').fill('0.37');
    await page.getByText('Outside sRGB').waitFor();
    await page.getByLabel('Chroma').fill('0.1');
    await page.getByText('Every screen shows this colour.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Base colour' }).inputValue()).toBe('oklch(0.55 0.1 262)');
    await page.getByRole('combobox', { name: 'Harmony', exact: true }).selectOption('triadic');
    await page.getByLabel('Scale').selectOption('50-950');
    await page.getByLabel('Name').fill('Ember');
    await page.getByRole('button', { name: 'Make a palette' }).click();
    await page.getByRole('heading', { name: 'Scales' }).waitFor();
    const [palette] = (await createPlatform(platform).palettes.list()).items;
    expect(palette).toMatchObject({ name: 'Ember', harmony: 'triadic', scale: '50-950' });
    expect(palette?.base_color.oklch.c).toBeCloseTo(0.1, 2);
  });

  it('keeps locked colours, makes the others anew, and says what changed', async () => {
    const { palettes } = createPlatform(platform);
    const [before] = (await palettes.list()).items;
    const kept = before?.colors[1];
    await page.getByRole('checkbox', { name: kept?.role ?? '', exact: true }).check();
    await page.getByRole('button', { name: 'Make the others anew' }).click();
    await show('Versions');
    await page.getByRole('heading', { name: 'Version 2' }).waitFor();
    await page.getByRole('button', { name: 'What changed' }).click();
    await page
      .getByText(/ became #/)
      .first()
      .waitFor();
    expect(page.url()).toMatch(/tab=versions&version=2$/);
    const [after] = (await palettes.list()).items;
    expect(after?.version).toBe(2);
    expect(after?.colors[1]?.hex).toBe(kept?.hex);
  });

  it('shows the palette as people see it who tell fewer colours apart', async () => {
    await show('Studio');
    await page.getByLabel('Seen with').selectOption('deuteranopia');
    await page.getByRole('img', { name: 'deuteranopia' }).waitFor();
  });

  it('shares a palette', async () => {
    await show('Share links');
    await page.getByRole('button', { name: 'Make a link' }).click();
    const url = await page.getByRole('link', { name: 'Link 1' }).getAttribute('href');
    expect((await fetch(url ?? '')).status).toBe(200);
    await show('Studio');
  });

  it('repairs a pair that is hard to read with one click', async () => {
    const before = page.url();
    await page
      .getByRole('button', { name: /^Repair: / })
      .first()
      .click();
    // The repaired palette has the name of the one before: its address tells them apart.
    await page.waitForURL((url) => url.href !== before);
    await page.getByRole('heading', { name: 'Ember' }).waitFor();
    await page.getByRole('link', { name: 'Palettes' }).click();
    await page.getByRole('link', { name: 'Ember' }).nth(1).waitFor();
  });

  it('makes a palette of a picture that is dropped', async () => {
    const { palettes } = createPlatform(platform);
    const [palette] = (await palettes.list()).items;
    const file = await palettes.picture(palette?.id ?? '', {}, { accept: 'image/png' });
    const picture = Buffer.from(await file.arrayBuffer());
    await page.getByLabel('Or drop a picture here').setInputFiles({
      name: 'ember.png',
      mimeType: 'image/png',
      buffer: picture,
    });
    await page.getByRole('heading', { name: 'ember.png' }).waitFor();
  });

  it('leads to the token that is wrong', async () => {
    await page.getByLabel('Name').fill('Ember');
    await page.getByRole('button', { name: 'Make a theme' }).click();
    const editor = page.getByLabel('Tokens (JSON)');
    await editor.fill('{\n  "primary": "#00aa55",\n  "spacing": { "sm": "{nowhere}" }\n}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Line 3' }).click();
    const selected = await editor.evaluate((area) => {
      const { value, selectionStart, selectionEnd } = area as unknown as {
        value: string;
        selectionStart: number;
        selectionEnd: number;
      };
      return value.slice(selectionStart, selectionEnd);
    });
    expect(selected).toBe('"sm"');
  });

  it('reads tokens of another tool into the editor, and keeps versions of the theme', async () => {
    await page.getByText('Import tokens from another tool').click();
    await page.getByLabel('File').setInputFiles({
      name: 'brand.css',
      mimeType: 'text/css',
      buffer: Buffer.from(':root { --accent: #d7542b; }'),
    });
    await page.getByRole('button', { name: 'Read into the editor' }).click();
    await page.getByText('1 tokens are in the editor.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await show('Versions');
    await page.getByRole('button', { name: 'What changed: Version 2' }).click();
    await page.getByText('+ accent').waitFor();
  });
});
