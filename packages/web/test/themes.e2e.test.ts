import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { useConsole } from './use-console.ts';
import { useServer } from './use-server.ts';

const CSS = ':root { --brand: #d7542b; --button: var(--brand); --gap: 4px; }';

describeInBrowser('themes in the console', () => {
  const server = useServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<style>${CSS}</style><h1>Shop</h1>`);
  });
  const bed = useConsole();
  let page: Page;
  let id = '';
  const stored = async (): Promise<Record<string, unknown>> =>
    (await createPlatform(bed.platform).themes.show(id)).tokens;

  beforeAll(async () => {
    page = await bed.signedIn('/console/themes');
  });

  it('makes one of pasted text, whose format it finds by itself', async () => {
    await page.getByRole('button', { name: 'New theme' }).click();
    const dialog = page.getByRole('dialog', { name: 'New theme' });
    await dialog.getByRole('button', { name: 'From text' }).click();
    await dialog.getByLabel('Text').fill('{ "not": ');
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByRole('button', { name: 'Create the theme' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Text').fill(CSS);
    await dialog.getByText('3 tokens found: CSS').waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await dialog.getByLabel('Name').fill('Harvest');
    await dialog.getByRole('button', { name: 'Create the theme' }).click();
    await page.getByRole('heading', { name: 'Harvest', level: 1 }).waitFor();
    id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(Object.keys(await stored())).toEqual(expect.arrayContaining(['brand', 'button', 'gap']));
  });

  it('makes one of a website by its address', async () => {
    const other = await page.context().newPage();
    await other.goto('/console/themes');
    await other.getByRole('button', { name: 'New theme' }).click();
    const dialog = other.getByRole('dialog', { name: 'New theme' });
    await dialog.getByRole('button', { name: 'From a website' }).click();
    await dialog.getByLabel('Address of the page').fill('http://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Read the page' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/url can't be fetched/)
      .waitFor();
    await dialog.getByLabel('Address of the page').fill(server.url);
    await dialog.getByLabel('Address of the page').press('Enter');
    await dialog.getByText('3 tokens found: CSS').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('127.0.0.1');
    expect(await bed.browser.violations(other)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create the theme' }).click();
    await other.getByRole('heading', { name: '127.0.0.1', level: 1 }).waitFor();
    const made = new URL(other.url()).pathname.split('/').at(-1) ?? '';
    const { tokens } = await createPlatform(bed.platform).themes.show(made);
    expect(Object.keys(tokens)).toEqual(expect.arrayContaining(['brand', 'button', 'gap']));
    await createPlatform(bed.platform).themes.delete(made);
    await other.close();
  });

  it('shows the tokens as a tree, and searches it', async () => {
    await page.getByLabel('brand', { exact: true }).waitFor();
    expect(await page.getByLabel('button', { exact: true }).inputValue()).toBe('{brand}');
    await page.getByLabel('Search').fill('gap');
    await page.getByText('1 of 3 tokens').waitFor();
    expect(await page.getByLabel('brand', { exact: true }).count()).toBe(0);
    await page.getByLabel('Search').fill('');
    expect(await bed.browser.violations(page)).toEqual([]);
  });

  it('changes a token in one mode, adds one and takes one away', async () => {
    const dark = page.getByLabel('brand, Dark', { exact: true });
    await dark.fill('#ffaa88');
    await dark.press('Tab');
    await page.getByLabel('New token').fill('space.wide');
    await page.getByLabel('Value', { exact: true }).fill('24px');
    await page.getByRole('button', { name: 'Add the token' }).click();
    await page.getByRole('rowheader', { name: 'space', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete: gap' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    const tokens = await stored();
    expect(tokens).not.toHaveProperty('gap');
    expect(tokens).toHaveProperty('brand.$extensions.mode.dark', '#ffaa88');
    expect(tokens).toHaveProperty('space.wide', '24px');
  });

  it('offers another mode as a column, and the same tokens as JSON', async () => {
    await page.getByLabel('Another mode').selectOption('High contrast');
    await page.getByLabel('brand, High contrast', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    expect(await page.getByLabel('Tokens (JSON)').inputValue()).toContain('"dark": "#ffaa88"');
    await page.reload();
    await page.getByLabel('Tokens (JSON)').waitFor();
    await page.getByRole('button', { name: 'Tree' }).click();
  });

  it('asks before a change in the tree is left, and has it again after a reload', async () => {
    const brand = page.getByLabel('brand', { exact: true });
    await brand.fill('#010203');
    await brand.press('Tab');
    await page.getByRole('link', { name: 'Palettes' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.reload();
    await page.getByText('What you typed earlier is back.').waitFor();
    await eventually(async () => {
      expect(await brand.inputValue()).toBe('#010203');
    });
    await page.getByRole('button', { name: 'Discard it' }).click();
    await eventually(async () => {
      expect(await brand.inputValue()).not.toBe('#010203');
    });
    await page.getByRole('link', { name: 'Palettes' }).click();
    await page.getByRole('heading', { name: 'Palettes', level: 1 }).waitFor();
    await page.goto(`/console/themes/${id}`);
    await brand.waitFor();
  });

  it('fits on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await eventually(async () => {
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    });
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('makes one of a palette', async () => {
    const { palettes } = createPlatform(bed.platform);
    await palettes.create({ base_color: '#226644', name: 'Forest' });
    await page.goto('/console/themes');
    await page.getByRole('button', { name: 'New theme' }).click();
    const dialog = page.getByRole('dialog', { name: 'New theme' });
    await dialog.getByRole('button', { name: 'From a palette' }).click();
    await dialog.getByLabel('Palette').selectOption('Forest');
    await dialog.getByLabel('Name').fill('Glade');
    await dialog.getByRole('button', { name: 'Create the theme' }).click();
    await page.getByRole('heading', { name: 'Glade', level: 1 }).waitFor();
  });
});
