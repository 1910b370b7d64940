import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import type { Browser, Page } from 'playwright-core';

import type { Palette } from '../src/palettes/palette.ts';
import { palettePage } from '../src/shares/palette-page.ts';
import { clientOf, createPaletteHarness } from './palette-harness.ts';
import type { PaletteHarness } from './palette-harness.ts';
import { samplePalette } from './sample-palette.ts';

describeInBrowser('the page of a shared palette, in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(process.env);
  });
  afterAll(() => browser.close());

  const open = async (
    count: number,
    width: number,
    colorScheme: 'light' | 'dark',
    texts: Partial<Pick<Palette, 'name' | 'description'>> = {},
  ): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const palette = { ...samplePalette('#3366cc', 'triadic', count), ...texts };
    await page.setContent(String(palettePage(palette).markup));
    return page;
  };
  /** How many pixels of an element can only be seen by scrolling. */
  const hidden = (page: Page, selector: string): Promise<number> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.scrollWidth - element.clientWidth);

  it.each([5, 9, 10, 12, 16])(
    'shows the whole contrast table of %i colours at 1280 pixels',
    async (count) => {
      const page = await open(count, 1280, 'light');
      expect(await hidden(page, '.scroll')).toBe(0);
      await page.close();
    },
  );

  it('scrolls the table of 32 colours, and not the page', async () => {
    const page = await open(32, 1280, 'light');
    expect(await hidden(page, 'html')).toBe(0);
    expect(await hidden(page, '.scroll')).toBeGreaterThan(0);
    await page.close();
  });

  it.each(['name', 'description'] as const)('breaks a long word of the %s on a phone', async (field) => {
    const page = await open(5, 360, 'dark', { [field]: `See https://example.org/${'brand'.repeat(15)}` });
    expect(await hidden(page, 'html')).toBe(0);
    await page.close();
  });

  it.each(['light', 'dark'] as const)(
    'keeps the names of rows in sight while a phone scrolls the table (%s)',
    async (scheme) => {
      const page = await open(9, 390, scheme);
      expect(await hidden(page, 'html')).toBe(0);
      expect(await hidden(page, '.scroll')).toBeGreaterThan(0);
      await page.locator('.scroll').evaluate((element) => {
        element.scrollLeft = element.scrollWidth;
      });
      const box = await page.locator('tbody th').first().boundingBox();
      expect(box?.x).toBe(16);
      await page.close();
    },
  );

  describe('behind its link', () => {
    let harness: PaletteHarness;
    let server: Server;
    beforeAll(async () => {
      harness = await createPaletteHarness();
      server = createServer(harness.pages);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterAll(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await harness.close();
    });

    it('paints the swatches and copies a colour', async () => {
      const client = await clientOf(harness);
      const body = { base_color: '#336699', name: '<b>Ocean</b>', count: 4, harmony: 'triadic' };
      const palette: string = (await client.post('/v1/palettes', body)).body.data.id;
      const { url } = (await client.post(`/v1/palettes/${palette}/links`, {})).body.data;
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
      const page = await context.newPage();
      await page.goto(url.replace('https://api.example.com', origin));
      const first = page.locator('.swatch').first();
      expect(await first.evaluate((item) => getComputedStyle(item).backgroundColor)).toBe(
        'rgb(51, 102, 153)',
      );
      expect(await page.locator('.protan .strip i').count()).toBe(4);
      await first.locator('button').click();
      await page.getByText('#336699 copied').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('#336699');
      await context.close();
    });
  });
});
