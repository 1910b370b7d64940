import { createPlatform } from '@platform/client';
import { describeInBrowser } from '@platform/testing';
import type { Locator, Page } from 'playwright-core';

import { useConsole } from './use-console.ts';
/** More than any screen has places to stop at. */
const MOST_TABS = 80;

describeInBrowser('the console by keyboard alone', () => {
  const bed = useConsole();
  let page: Page;
  const isFocused = async (place: Locator): Promise<boolean> =>
    (await place.and(page.locator(':focus-visible')).count()) === 1;
  /** The focus may arrive a moment after what moved it. */
  const seesFocusOn = async (place: Locator): Promise<void> => {
    await place.and(page.locator(':focus-visible')).waitFor();
  };
  /** Goes on from stop to stop until it is there, and sees that it is marked. */
  const tabTo = async (place: Locator): Promise<void> => {
    await place.waitFor();
    for (let tabs = 0; !(await isFocused(place)); tabs += 1) {
      if (tabs === MOST_TABS) throw new Error(`No way by keyboard to ${String(place)}.`);
      await page.keyboard.press('Tab');
    }
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
  };
  const press = async (role: 'button' | 'link', name: string | RegExp): Promise<void> => {
    await tabTo(page.getByRole(role, { name }));
    await page.keyboard.press('Enter');
  };

  beforeAll(async () => {
    page = await bed.browser.open('/console/');
  });

  it('signs in, and skips the menu', async () => {
    await tabTo(page.getByLabel('API key'));
    await page.keyboard.type(bed.platform.key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const firstStep = page.getByRole('link', { name: 'Add a website and see its first visit' });
    // Until the content is there, there is nothing in it to stop at.
    await firstStep.waitFor();
    await press('link', 'Skip to content');
    await page.locator('main:focus').waitFor();
    await page.keyboard.press('Tab');
    await seesFocusOn(firstStep);
  });

  it('adds a website, whose address was wrong at first', async () => {
    await page.keyboard.press('Enter');
    await tabTo(page.getByLabel('Domain'));
    await page.keyboard.type('not a domain');
    await page.keyboard.press('Enter');
    await page.locator('.field .wrong').waitFor();
    // The focus stays where it was, and what is wrong belongs to the field.
    const field = page.getByLabel('Domain');
    await seesFocusOn(field);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('shop.example');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'shop.example' }).waitFor();
  });

  it('goes elsewhere by Ctrl-K, and leaves it by Escape', async () => {
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await dialog.waitFor();
    await page.keyboard.type('Palettes');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Palettes' }).waitFor();
  });

  it('makes a palette and exports it', async () => {
    await press('button', 'Create a palette');
    await page.getByRole('heading', { name: 'Contrast' }).waitFor();
    await press('button', 'Export');
    await tabTo(page.getByRole('link', { name: /^Download / }));
  });

  it('takes a deletion back', async () => {
    await press('link', 'Websites');
    await press('button', 'Delete: shop.example');
    await page.getByText('No websites yet.').waitFor();
    await press('button', 'Undo');
    await page.getByRole('link', { name: 'shop.example' }).waitFor();
    expect((await createPlatform(bed.platform).websites.list()).items).toHaveLength(1);
  });

  it('revokes a key: the dialog keeps the focus, and gives it back', async () => {
    await createPlatform(bed.platform).keys.create({ name: 'Deploys', scopes: ['websites:read'] });
    await press('link', 'API keys');
    await press('button', 'Revoke: Deploys');
    const dialog = page.getByRole('dialog');
    await tabTo(dialog.getByRole('textbox'));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await seesFocusOn(page.getByRole('button', { name: 'Revoke: Deploys' }));
    await page.keyboard.press('Enter');
    await tabTo(dialog.getByRole('textbox'));
    await page.keyboard.type('Deploys');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'revoked' }).waitFor();
  });
});
