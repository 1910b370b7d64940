import { readFile } from 'node:fs/promises';

import { createPlatform } from '@platform/client';
import type { Input } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Page } from 'playwright-core';

import { useConsole } from './use-console.ts';

type Format = Input<'tokens.export'>['format'];

describeInBrowser('the palette studio and themes in the console', () => {
  const bed = useConsole();
  let page: Page;
  const show = async (tab: string): Promise<void> => {
    await page.getByRole('navigation', { name: 'Ember' }).getByRole('link', { name: tab }).click();
  };

  beforeAll(async () => {
    page = await bed.browser.open('/console/palettes');
    await page.getByLabel('API key').fill(bed.platform.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Palettes' }).waitFor();
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
    await page.getByRole('button', { name: 'Create a palette' }).click();
    await page.getByRole('heading', { name: 'Scales' }).waitFor();
    const [palette] = (await createPlatform(bed.platform).palettes.list()).items;
    expect(palette).toMatchObject({ name: 'Ember', harmony: 'triadic', scale: '50-950' });
    expect(palette?.base_color.oklch.c).toBeCloseTo(0.1, 2);
  });

  it('compares the harmonies of a colour, and takes the one that is chosen', async () => {
    await page.getByRole('link', { name: 'Palettes' }).click();
    await page.getByRole('textbox', { name: 'Base colour' }).fill('#7b2fd0');
    await page.getByText('Compare the harmonies').click();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Tetradic' }) });
    await card.getByText('#7b2fd0').waitFor();
    await eventually(async () => {
      expect(await page.locator('details[open] .swatches').count()).toBe(12);
    });
    const shown = await card.getByRole('listitem').allTextContents();
    // An unfinished colour leaves them as they are.
    const refused = page.waitForResponse(
      (answer) => answer.url().includes('/v1/harmonies') && answer.status() === 400,
    );
    await page.getByRole('textbox', { name: 'Base colour' }).fill('#7b2');
    await page.getByRole('textbox', { name: 'Base colour' }).fill('#7b2f');
    await page.getByRole('textbox', { name: 'Base colour' }).fill('#7b2fd');
    await refused;
    expect(await card.count()).toBe(1);
    await page.getByRole('textbox', { name: 'Base colour' }).fill('#7b2fd0');
    await card.getByText('#7b2fd0').waitFor();
    await card.getByRole('button').click();
    await eventually(async () => {
      const harmony = page.getByRole('combobox', { name: 'Harmony', exact: true });
      expect(await harmony.inputValue()).toBe('tetradic');
    });
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create a palette' }).click();
    await page.getByRole('heading', { name: 'Contrast' }).waitFor();
    const { palettes } = createPlatform(bed.platform);
    const [made] = (await palettes.list()).items;
    expect(made?.colors.map(({ hex }) => hex)).toEqual(shown);
    await palettes.delete(made?.id ?? '');
    await page.getByRole('link', { name: 'Palettes' }).click();
    await page.getByRole('link', { name: 'Ember', exact: true }).click();
  });

  it('keeps locked colours, makes the others anew, and says what changed', async () => {
    const { palettes } = createPlatform(bed.platform);
    const [before] = (await palettes.list()).items;
    const kept = before?.colors[1];
    await page.getByRole('button', { name: `Keep ${kept?.role}`, exact: true }).click();
    await page.getByRole('button', { name: 'New colours' }).click();
    await page.getByText('Version 2').waitFor();
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

  it('moves, changes and takes back colours, by keyboard alone where somebody wants', async () => {
    const { palettes } = createPlatform(bed.platform);
    const [before] = (await palettes.list()).items;
    const id = before?.id ?? '';
    await show('Studio');
    const rolesAre = (roles: readonly (string | undefined)[]) =>
      eventually(async () => {
        expect((await palettes.show(id)).colors.map(({ role }) => role)).toEqual(roles);
      });
    const [base, first, second, ...others] = before?.colors.map(({ role }) => role) ?? [];
    await page.getByRole('button', { name: `Move ${first} to the right`, exact: true }).press('Enter');
    await rolesAre([base, second, first, ...others]);
    await page.getByText('Version 3').waitFor();
    const toolbar = page.getByRole('group', { name: 'Colours of the palette' });
    await toolbar.getByRole('button', { name: 'Undo' }).click();
    await rolesAre([base, first, second, ...others]);
    await page.getByText('Version 4').waitFor();
    await toolbar.getByRole('button', { name: 'Redo' }).click();
    await rolesAre([base, second, first, ...others]);
    await page.getByText('Version 5').waitFor();
    await page.getByRole('button', { name: `Change ${first}`, exact: true }).click();
    const editor = page.getByRole('form', { name: `Change ${first}` });
    await editor.getByLabel('Value').fill('#123456');
    // It shows before the palette has it.
    expect(await page.locator('.stripes li[style*="rgb(18, 52, 86)"]').count()).toBe(1);
    await editor.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Version 6').waitFor();
    expect((await palettes.show(id)).colors.find(({ role }) => role === first)?.hex).toBe('#123456');
    // The space bar makes new colours, but where it presses a button or types.
    await page.getByRole('heading', { name: 'Ember' }).click();
    await page.keyboard.press('Space');
    await page.getByText('Version 7').waitFor();
    expect((await palettes.show(id)).base_color).toEqual(before?.base_color);
    await page.keyboard.press('Control+z');
    await page.getByText('Version 8').waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL(/preview=dashboard/);
    await eventually(async () => {
      expect(await page.locator('.preview .p-board').count()).toBe(2);
    });
    expect(await bed.browser.violations(page)).toEqual([]);
  });

  it('drags a colour with a mouse, or by its grip with a finger, while the others make room', async () => {
    const { palettes } = createPlatform(bed.platform);
    const [before] = (await palettes.list()).items;
    const id = before?.id ?? '';
    const [base, first, second, third, ...others] = before?.colors.map(({ role }) => role) ?? [];
    const rolesAre = (roles: readonly (string | undefined)[]) =>
      eventually(async () => {
        expect((await palettes.show(id)).colors.map(({ role }) => role)).toEqual(roles);
      });
    const middleOf = async (on: Page, place: number, part = ''): Promise<{ x: number; y: number }> => {
      const box = await on.locator(`.stripes > [data-place="${place}"] ${part}`).boundingBox();
      if (!box) throw new Error(`There is no colour at ${place}.`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const drag = async (): Promise<void> => {
      const [from, to] = [await middleOf(page, 1, '.name'), await middleOf(page, 3)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 8 });
      await page.locator('.stripes > .dragged[style*="order: 3"]').waitFor();
    };
    await page.locator('.stripes').scrollIntoViewIfNeeded();
    await drag();
    await page.keyboard.press('Escape');
    expect(await page.locator('.stripes > .dragged').count()).toBe(0);
    await page.mouse.up();
    await rolesAre([base, first, second, third, ...others]);
    await drag();
    await page.mouse.up();
    await rolesAre([base, second, third, first, ...others]);

    const phone = await bed.signedIn(`/console/palettes/${id}`, {
      hasTouch: true,
      viewport: { width: 390, height: 844 },
    });
    const grip = phone.locator('.stripes > [data-place="3"] .grip');
    await grip.scrollIntoViewIfNeeded();
    const scrolled = await phone.evaluate('scrollY');
    const finger = await phone.context().newCDPSession(phone);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    const [from, to] = [await middleOf(phone, 3, '.grip'), await middleOf(phone, 1)];
    await touch('touchStart', from);
    for (const part of [0.2, 0.5, 0.8, 1])
      await touch('touchMove', { x: from.x, y: from.y + (to.y - from.y) * part });
    await phone.locator('.stripes > .dragged[style*="order: 1"]').waitFor();
    expect(await phone.evaluate('scrollY')).toBe(scrolled);
    await touch('touchEnd');
    await rolesAre([base, first, second, third, ...others]);
    await phone.context().close();
    await page.reload();
    await page.getByRole('heading', { name: 'On a real page' }).waitFor();
  });

  it('shows the palette as people see it who tell fewer colours apart', async () => {
    const { palettes } = createPlatform(bed.platform);
    const [palette] = (await palettes.list()).items;
    const { color_vision: vision } = await palettes.contrast(palette?.id ?? '', { level: 'AA' });
    await page.getByRole('heading', { name: 'Without red cones (protanopia)' }).waitFor();
    const shown = page.getByRole('img', { name: vision[1]?.colors.join(', ') ?? '' });
    expect(await shown.count()).toBe(1);
  });

  it('exports in every format what the API exports', async () => {
    const { exports, palettes, tokens } = createPlatform(bed.platform);
    const [palette] = (await palettes.list()).items;
    const formats = (await tokens.formats()).items;
    expect(formats.length).toBeGreaterThan(20);
    for (const { id } of formats) {
      const expected = await exports.download({ palette_id: palette?.id ?? '', format: id as Format });
      await page.getByLabel('Format').selectOption(id);
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const link = page.getByRole('link', { name: `Download ${expected.filename}`, exact: true });
      // Until it arrives, the previous format’s file is shown, possibly with the same name.
      await eventually(async () => {
        const saved = page.waitForEvent('download');
        await link.click();
        const bytes = await readFile(await (await saved).path());
        expect([id, bytes.equals(Buffer.from(expected.bytes))]).toEqual([id, true]);
      });
    }
  });

  it('copies a format with one click', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = page.getByRole('group', { name: 'Copy as' });
    await copy.getByRole('button', { name: 'CSS custom properties' }).click();
    await page.getByText('CSS custom properties copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('--color-base:');
  });

  it('shares a palette', async () => {
    await show('Share links');
    await page.getByRole('button', { name: 'Create a link' }).click();
    const url = await page.getByRole('link', { name: /^Link \d+$/ }).getAttribute('href');
    expect((await fetch(url ?? '')).status).toBe(200);
    await show('Studio');
  });

  it('shows each ratio as the platform has rounded it', async () => {
    const { palettes } = createPlatform(bed.platform);
    const [palette] = (await palettes.list()).items;
    const { pairs } = await palettes.contrast(palette?.id ?? '', { level: 'AA' });
    await page.locator('.matrix td strong').first().waitFor();
    const shown = await page.locator('.matrix td strong').allTextContents();
    expect(shown.toSorted()).toEqual(pairs.map(({ ratio }) => ratio.toFixed(2)).toSorted());
  });

  it('repairs a pair in the palette itself, leaves the brand alone, and takes it back', async () => {
    const { palettes } = createPlatform(bed.platform);
    const [before] = (await palettes.list()).items;
    const id = before?.id ?? '';
    const isVersion = (version: number) =>
      eventually(async () => {
        expect((await palettes.show(id)).version).toBe(version);
      });
    const count = (await palettes.list()).items.length;
    await page
      .getByRole('button', { name: /^Repair: / })
      .first()
      .click();
    await isVersion((before?.version ?? 0) + 1);
    const after = await palettes.show(id);
    expect((await palettes.list()).items).toHaveLength(count);
    expect(after).toMatchObject({ harmony: before?.harmony, base_color: before?.base_color });
    expect(after.colors.map(({ role }) => role)).toEqual(before?.colors.map(({ role }) => role));
    const changed = after.colors.filter(({ hex }, index) => hex !== before?.colors[index]?.hex);
    expect(changed).toHaveLength(1);
    expect(changed[0]?.index).not.toBe(0);
    await page.locator('.notices').getByRole('button', { name: 'Undo' }).click();
    await isVersion((before?.version ?? 0) + 2);
    expect((await palettes.show(id)).colors).toEqual(before?.colors);
  });

  it('makes a palette of a picture that is dropped', async () => {
    const { palettes } = createPlatform(bed.platform);
    const [palette] = (await palettes.list()).items;
    const file = await palettes.picture(palette?.id ?? '', {}, { accept: 'image/png' });
    const picture = Buffer.from(await file.arrayBuffer());
    // As the browser reports it when somebody drops a file on the field.
    const dropped = await page.evaluateHandle<unknown>(`(() => {
      const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'ember.png', { type: 'image/png' }));
      return transfer;
    })()`);
    await page.getByRole('link', { name: 'Palettes' }).click();
    await page.locator('.drop').dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByRole('heading', { name: 'ember.png' }).waitFor();
  });

  it('shows the modes of what is typed before it is saved', async () => {
    await page.getByLabel('Name').fill('Ember');
    await page.getByRole('button', { name: 'Create a theme' }).click();
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const editor = page.getByLabel('Tokens (JSON)');
    const typed = page.locator('.modes [title="primary #00aa55"]');
    await editor.fill('{ "primary": "#00aa55" }');
    await typed.first().waitFor();
    // Invalid tokens leave them as they are.
    const refused = page.waitForResponse((answer) => answer.status() === 400);
    await editor.fill('{ "primary": "#00aa55", "size": "{nowhere}" }');
    await refused;
    expect(await typed.count()).toBeGreaterThan(0);
    await page.reload();
    await editor.waitFor();
    expect(await typed.count()).toBe(0);
  });

  it('says what is wrong while it is typed, and keeps it when the page is loaded again', async () => {
    const editor = page.getByLabel('Tokens (JSON)');
    await editor.fill('{\n  "primary": ');
    await page.getByText('This is not valid JSON.').waitFor();
    await page.getByRole('button', { name: 'Line 2' }).waitFor();
    const wrong = '{ "primary": "{nowhere}" }';
    await editor.fill(wrong);
    await page.getByText('tokens.primary').waitFor();
    await page.getByRole('link', { name: 'Keys' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(await editor.inputValue()).toBe(wrong);
    await page.reload();
    await page.getByText('What you typed earlier is back.').waitFor();
    expect(await editor.inputValue()).toBe(wrong);
    await page.getByRole('link', { name: 'Keys' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.goBack();
    await page.getByText('What you typed earlier is back.').waitFor();
    await page.getByRole('button', { name: 'Discard it' }).click();
    await eventually(async () => {
      expect(await editor.inputValue()).toBe('{}');
    });
  });

  it('leads to the token that is wrong', async () => {
    const editor = page.getByLabel('Tokens (JSON)');
    await editor.fill('{\n  "primary": "#00aa55",\n  "spacing": { "sm": "{nowhere}" }\n}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Line 3' }).click();
    await eventually(async () => {
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
  });

  it('reads tokens of another tool into the editor, and keeps versions of the theme', async () => {
    await page.getByRole('button', { name: 'Import tokens' }).click();
    await page
      .getByRole('dialog')
      .getByLabel('Files', { exact: true })
      .setInputFiles([
        {
          name: 'brand.css',
          mimeType: 'text/css',
          buffer: Buffer.from(':root { --accent: #d7542b; --edge: var(--line); }'),
        },
        { name: 'line.css', mimeType: 'text/css', buffer: Buffer.from(':root { --line: #333333; }') },
      ]);
    await page.getByText('3 tokens found: CSS').waitFor();
    await page.getByText('In 2 files: brand.css, line.css').waitFor();
    await page.getByRole('button', { name: 'Load into the editor' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    await show('Versions');
    await page.getByRole('button', { name: 'What changed: Version 2' }).click();
    await page.getByText('+ accent').waitFor();
  });

  it('keeps what is typed while it saves, and overwrites nobody unasked', async () => {
    const { themes } = createPlatform(bed.platform);
    const [theme] = (await themes.list()).items;
    const id = theme?.id ?? '';
    const editor = page.getByLabel('Tokens (JSON)');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const [first, second, others] = ['#00aa55', '#00aa66', '#aa0055'].map((primary) => ({ primary }));
    const type = (tokens: unknown) => editor.fill(JSON.stringify(tokens));
    const savedIs = async (tokens: unknown): Promise<void> => {
      expect((await themes.show(id)).tokens).toEqual(tokens);
    };
    await show('Theme');
    await type(first);
    await page.locator('.modes [title="primary #00aa55"]').first().waitFor();
    await page.route('**/v1/themes/*', async (route) => {
      // More is typed before the answer to the change has come.
      if (route.request().method() === 'PATCH') await type(second);
      await route.continue();
    });
    const reload = () =>
      page.waitForResponse(
        (answer) => answer.request().method() === 'GET' && answer.url().endsWith(`/v1/themes/${id}`),
      );
    const reloaded = reload();
    await save.click();
    await (await reloaded).finished();
    await page.unroute('**/v1/themes/*');
    await page.locator('.modes [title="primary #00aa66"]').first().waitFor();
    expect(await editor.inputValue()).toBe(JSON.stringify(second));
    await savedIs(first);

    await themes.update(id, { tokens: others ?? {} });
    await save.click();
    await page.getByRole('alert').getByText('Somebody else changed this in the meantime').waitFor();
    expect(await editor.inputValue()).toBe(JSON.stringify(second));
    await savedIs(others);
    const loaded = reload();
    await save.click();
    await (await loaded).finished();
    await savedIs(second);
  });

  it('keeps the editor while the saved theme cannot be loaded', async () => {
    const editor = page.getByLabel('Tokens (JSON)');
    const typed = '{ "primary": "#5500aa" }';
    await page.route('**/v1/themes/*', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    );
    await editor.fill(typed);
    // The modes above the button follow what was typed, and may move it from under the pointer.
    await page.locator('.modes [title="primary #5500aa"]').first().waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('The platform answered with error 503.').waitFor();
    expect(await editor.inputValue()).toBe(typed);
    await page.unroute('**/v1/themes/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The platform answered with error 503.').waitFor({ state: 'detached' });
    // Saved, it stays as it was typed, line breaks and all.
    expect(await editor.inputValue()).toBe(typed);
  });

  it('deletes a theme, unless that is undone', async () => {
    await page.getByRole('link', { name: 'Themes' }).click();
    await page.getByRole('button', { name: 'Delete: Ember' }).click();
    await page.getByText('No themes yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Ember', exact: true }).waitFor();
  });
});
