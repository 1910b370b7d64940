import { createPlatform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';

import { useConsole } from './use-console.ts';

describeInBrowser('versions of palettes and themes in the console', () => {
  const bed = useConsole();

  it('compares any two versions of a theme, and goes back to one', async () => {
    const { palettes, themes } = createPlatform(bed.platform);
    const palette = await palettes.create({ base_color: '#2b5bd7' });
    const { id } = await themes.create({ palette_id: palette.id, name: 'Tide', tokens: { gap: '4px' } });
    await themes.update(id, { tokens: { gap: '4px', wide: '24px' } });
    await themes.update(id, { tokens: { gap: '8px', wide: '24px' } });
    const page = await bed.signedIn(`/console/themes/${id}?tab=versions`);
    await page.getByRole('button', { name: 'What changed: Version 3' }).click();
    await page.getByText('≠ gap').waitFor();
    expect(await page.getByText('+ wide').count()).toBe(0);
    await page.getByLabel('Compare with').selectOption('Version 1');
    await page.getByText('+ wide').waitFor();
    await page.getByText('≠ gap').waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await page.reload();
    await page.getByText('+ wide').waitFor();
    await page.getByRole('button', { name: 'Restore: Version 1' }).click();
    await page.getByText('Version 4').first().waitFor();
    expect((await themes.show(id)).tokens).toEqual({ gap: '4px' });
    await page.context().close();
  });

  it('compares any two versions of a palette, goes back to one, and shows the oldest, too', async () => {
    const { palettes } = createPlatform(bed.platform);
    const { id, colors } = await palettes.create({ base_color: '#2b5bd7', count: 3 });
    const [base, second, third] = colors;
    for (let turn = 1; turn <= 13; turn += 1)
      await palettes.setColors(id, {
        colors: [base, second, third].map((color, place) => ({
          color: place === 2 ? `#0000${(16 + turn).toString(16)}` : (color?.hex ?? ''),
          role: color?.role ?? '',
        })),
      });
    const page = await bed.signedIn(`/console/palettes/${id}?tab=versions`);
    await page.getByRole('heading', { name: 'Version 14', exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Version 1', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('heading', { name: 'Version 1', exact: true }).waitFor();
    await page.getByRole('button', { name: 'What changed' }).first().click();
    await page.getByLabel('Compare with').selectOption('Version 1');
    await page.getByText(`${third?.role ?? ''}: ${third?.hex ?? ''} became #00001d`).waitFor();
    await page.getByRole('button', { name: 'Restore: Version 1', exact: true }).click();
    await eventually(async () => {
      expect((await palettes.show(id)).colors.map(({ hex }) => hex)).toEqual(colors.map(({ hex }) => hex));
    });
    await page.context().close();
  });

  it('renames a palette and a theme', async () => {
    const { palettes, themes } = createPlatform(bed.platform);
    const palette = await palettes.create({ base_color: '#2b5bd7', name: 'Frist' });
    const theme = await themes.create({ palette_id: palette.id, name: 'Frist', tokens: {} });
    const page = await bed.signedIn();
    for (const path of [`palettes/${palette.id}`, `themes/${theme.id}`]) {
      await page.goto(`/console/${path}`);
      await page.getByRole('button', { name: 'Rename' }).click();
      const dialog = page.getByRole('dialog', { name: 'Rename' });
      await dialog.getByLabel('Name').fill('First');
      await dialog.getByLabel('Description').fill('For the shop');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'First', level: 1 }).waitFor();
      await page.getByText('For the shop').waitFor();
    }
    await page.context().close();
  });

  it('deletes the themes of a palette only once somebody has agreed', async () => {
    const { palettes, themes } = createPlatform(bed.platform);
    const palette = await palettes.create({ base_color: '#2b5bd7', name: 'Used by a theme' });
    const { id } = await themes.create({ palette_id: palette.id, name: 'Depends on it', tokens: {} });
    const page = await bed.signedIn('/console/palettes?search=Used');
    const remove = page.getByRole('button', { name: 'Delete: Used by a theme' });
    await remove.click();
    const dialog = page.getByRole('dialog', { name: 'Delete a theme, too?' });
    await dialog.getByText('Depends on it').waitFor();
    expect(await bed.browser.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await remove.click();
    await dialog.getByRole('button', { name: 'Delete all of it' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect((await themes.show(id)).name).toBe('Depends on it');
    await eventually(async () => {
      await expect(themes.show(id)).rejects.toMatchObject({ status: 404 });
    });
    await page.context().close();
  });

  it('leaves no palette behind where a theme is refused, and overwrites no token unseen', async () => {
    const { palettes, themes } = createPlatform(bed.platform);
    const before = (await palettes.list().all()).length;
    const page = await bed.signedIn('/console/themes');
    await page.getByRole('button', { name: 'New theme' }).click();
    const dialog = page.getByRole('dialog', { name: 'New theme' });
    await dialog.getByRole('button', { name: 'From text' }).click();
    await dialog.getByLabel('Text').fill(':root { --brand: #d7542b; }');
    await dialog.getByText('1 token found: CSS').waitFor();
    await dialog.getByLabel('Name').fill('Refused');
    await page.route('**/v1/themes', (route) =>
      route.fulfill({ status: 422, contentType: 'application/json', json: { message: 'Not these tokens.' } }),
    );
    await dialog.getByRole('button', { name: 'Create the theme' }).click();
    await dialog.getByRole('alert').getByText('Not these tokens.').waitFor();
    expect((await palettes.list().all()).length).toBe(before);
    await page.unroute('**/v1/themes');
    await dialog.getByRole('button', { name: 'Create the theme' }).click();
    await page.getByRole('heading', { name: 'Refused', level: 1 }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByLabel('New token').fill('brand');
    await page.getByText('There is a token of this name.').waitFor();
    await page.getByLabel('New token').fill('brand.dark');
    await page.getByText('A part of this name is a token itself').waitFor();
    await page.getByLabel('Value', { exact: true }).fill('#000000');
    await page.getByRole('button', { name: 'Add the token' }).click();
    await page.getByRole('button', { name: 'Delete: brand' }).click();
    await page.getByText('No tokens yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('brand', { exact: true }).waitFor();
    expect(await page.getByLabel('brand', { exact: true }).inputValue()).toBe('#d7542b');
    await themes.delete(id);
    await page.context().close();
  });
});
