import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { english } from '../src/i18n/english.ts';
import { german } from '../src/i18n/german.ts';
import { makeOne, SCREENS } from './every-screen.ts';
import type { Made } from './every-screen.ts';
import { screenFits, screenIsThere } from './screen.ts';
import { useConsole } from './use-console.ts';
const PHONE = { width: 390, height: 844 };
const WEBSITES = 500;
const AT_ONCE = 10;
const MOST_ON_A_PAGE = 100;

/** Names that people really have, and some that try what a screen can hold. */
const NAMES = [
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2).slice(0, 100),
  'متجر الزهور في القاهرة (2026)',
  '👩🏽‍🚀🏳️‍🌈 Launch 🚀',
  '<b>bold</b> & "quoted"',
];

/** Fields of forms that a reset would leave with another value than they were shown with. */
const CHANGED_BY_RESET = `[...document.querySelectorAll('main form')].flatMap((form) => {
  const read = () => [...form.querySelectorAll('select, input, textarea')].map((field) =>
    [field.name, field.type === 'checkbox' ? field.checked : field.value]);
  const before = read();
  form.reset();
  const after = read();
  // A colour's own field and what follows it is kept by the script.
  return before.filter(([name, value], place) => name !== '' && after[place][1] !== value)
    .map(([name, value]) => name + ': ' + value);
})`;

const flatten = (texts: object): string[] =>
  Object.values(texts).flatMap((text: unknown) => {
    if (typeof text === 'string') return [text];
    return typeof text === 'object' && text !== null ? flatten(text) : [];
  });

describeInBrowser('the console in German', () => {
  const bed = useConsole();
  const inGerman = new Set(flatten(german));
  const onlyEnglish = new Set(flatten(english).filter((text) => !inGerman.has(text)));
  const englishOn = async (page: Page): Promise<string[]> => {
    const lines = (await page.locator('body').innerText()).split('\n').map((line) => line.trim());
    // Names of roles and tokens are the same in every language.
    const code = new Set(await page.locator('code').allInnerTexts());
    return lines.filter((line) => onlyEnglish.has(line) && !code.has(line));
  };
  let made: Made;
  let page: Page;

  beforeAll(async () => {
    made = await makeOne(bed.platform);
    page = await bed.signedIn(undefined, { viewport: PHONE });
    await eventually(async () => {
      expect(await englishOn(page)).toContain('Overview');
    });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByLabel('Sprache').waitFor();
  });

  it.each(SCREENS)('fits a phone and mixes in no English: %s', async (_name, path) => {
    await page.goto(`/console/${path(made)}`);
    await screenIsThere(page);
    await screenFits(page);
    expect(await englishOn(page)).toEqual([]);
  });

  it.each(SCREENS)('goes back to what its forms were when they are reset: %s', async (_name, path) => {
    await page.goto(`/console/${path(made)}`);
    await screenIsThere(page);
    expect(await page.evaluate(CHANGED_BY_RESET)).toEqual([]);
  });
});

describeInBrowser('the console with much in it', () => {
  const bed = useConsole();

  it('shows names as they are, however long and in whatever script', async () => {
    const { websites, palettes, themes } = createPlatform(bed.platform);
    const { id } = await websites.create({ domain: `${'long-'.repeat(11)}name.example` });
    const palette = await palettes.create({ base_color: '#2b5bd7', name: NAMES[0] ?? '' });
    for (const name of NAMES) {
      await websites.goals.create(id, { name, type: 'page', pattern: '/' });
      await websites.annotations.create(id, { text: name });
      await themes.create({ palette_id: palette.id, name, tokens: {} });
    }
    const page = await bed.signedIn(undefined, { viewport: PHONE });
    for (const screen of [
      '',
      'websites',
      'palettes',
      'themes',
      `palettes/${palette.id}`,
      `websites/${id}`,
      `websites/${id}?tab=goals`,
      `websites/${id}?tab=annotations`,
    ]) {
      await page.goto(`/console/${screen}`);
      await screenIsThere(page);
      await screenFits(page);
    }
    // On a phone a cell is read with the title of its column.
    for (const name of NAMES) await page.getByRole('cell').getByText(name, { exact: true }).waitFor();
    await page.getByRole('button', { name: `Delete: ${NAMES[1]}` }).click();
    await page.getByRole('status').getByText(`\u2068${NAMES[1]}\u2069 will be deleted`).waitFor();
    await screenFits(page);
    await page.context().close();
  });

  it('shows what does not fit on a page of a list', async () => {
    const { keys, themes, palettes, websites } = createPlatform(bed.platform);
    const palette = await palettes.create({ base_color: '#2b5bd7' });
    const { id } = await websites.create({ domain: 'shared.example' });
    // The first ones made are the last ones shown.
    for (let at = 0; at <= MOST_ON_A_PAGE; at += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, index) => {
          const name = `number-${String(at + index).padStart(3, '0')}`;
          await keys.create({ name, scopes: ['websites:read'] });
          await themes.create({ palette_id: palette.id, name, tokens: {} });
          await websites.links.create(id, { name, expires_in: 3_600 });
        }),
      );
    const page = await bed.signedIn('/console/keys?search=number-00');
    await page.getByRole('button', { name: 'Revoke: number-000' }).waitFor();
    await page.goto(`/console/websites/${id}?tab=links`);
    await page.getByRole('button', { name: 'Delete: number-000' }).waitFor();
    await page.goto('/console/themes');
    await page.getByRole('link', { name: 'number-109' }).waitFor();
    expect(await page.getByRole('link', { name: 'number-000' }).count()).toBe(0);
    await page.getByLabel('Per page').selectOption('100');
    await page.getByText(/^1–100 of \d{3}$/).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'number-000' }).waitFor();
    await page.context().close();
  });

  it('leads to the last page from an address behind it, and to the first from no number', async () => {
    const { websites } = createPlatform(bed.platform);
    const { meta } = await websites.list({ per_page: 25 });
    const page = await bed.signedIn('/console/websites?page=9999');
    await page.waitForURL((url) => url.searchParams.get('page') === String(meta.last_page));
    await page
      .getByRole('link', { name: /\.example$/ })
      .first()
      .waitFor();
    expect(await page.getByText('No websites yet.').count()).toBe(0);
    for (const address of ['page=abc', 'page=-1', 'page=1.5', 'per_page=7']) {
      await page.goto(`/console/websites?${address}`);
      await page
        .getByRole('link', { name: /\.example$/ })
        .first()
        .waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    }
    await page.context().close();
  });

  it('leads through 500 websites', async () => {
    const { websites } = createPlatform(bed.platform);
    const domains = Array.from(
      { length: WEBSITES },
      (_, index) => `shop-${String(index).padStart(3, '0')}.example`,
    );
    for (let at = 0; at < WEBSITES; at += AT_ONCE)
      await Promise.all(domains.slice(at, at + AT_ONCE).map((domain) => websites.create({ domain })));
    const page = await bed.signedIn();
    await page.getByRole('link', { name: /^All 50\d websites$/ }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/page=2/);
    await page.getByRole('link', { name: 'shop-030.example' }).waitFor();
    await page.getByLabel('Per page').selectOption('100');
    await page.getByRole('link', { name: 'shop-080.example' }).waitFor();
    await page.getByLabel('Page', { exact: true }).fill('5');
    await page.getByLabel('Page', { exact: true }).press('Enter');
    await page.waitForURL(/page=5/);
    await page.getByText(/^401–50\d of 50\d$/).waitFor();
    // Nobody presses Enter.
    await page.getByLabel('Search').fill('shop-499');
    await page.getByRole('link', { name: 'shop-499.example' }).waitFor();
    await eventually(() => {
      expect(page.url()).not.toContain('page=5');
    });
    await page.context().close();
  });
});
