import { createRequire } from 'node:module';

import { launchBrowser } from '@platform/browser';
import { listen } from '@platform/runtime';
import type { ListeningServer } from '@platform/runtime';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { clientOf, createPaletteHarness } from './palette-harness.ts';
import type { PaletteClient, PaletteHarness } from './palette-harness.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describeInBrowser('the page of a shared palette, in Chromium', () => {
  let harness: PaletteHarness;
  let server: ListeningServer;
  let browser: Browser;
  let client: PaletteClient;
  beforeAll(async () => {
    harness = await createPaletteHarness();
    server = await listen(harness.pages, { port: 0, host: '127.0.0.1' });
    browser = await launchBrowser(process.env);
    client = await clientOf(harness);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await harness.close();
  });

  const linkTo = async (body: object): Promise<string> => {
    const { id } = (await client.post('/v1/palettes', { base_color: '#3366cc', harmony: 'triadic', ...body }))
      .body.data;
    const { url } = (await client.post(`/v1/palettes/${id}/links`, {})).body.data;
    return url.replace('https://api.example.com', `http://127.0.0.1:${server.port}`);
  };
  const open = async (body: object, width: number, options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, ...options });
    await page.goto(await linkTo(body));
    return page;
  };
  /** How many pixels of an element can only be seen by scrolling. */
  const hidden = (page: Page, selector: string): Promise<number> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.scrollWidth - element.clientWidth);

  it.each([5, 9, 12, 16])('shows the whole contrast table of %i colours at 1280 pixels', async (count) => {
    const page = await open({ count }, 1280);
    expect(await hidden(page, '.scroll')).toBe(0);
    await page.close();
  });

  it('scrolls the table of 32 colours, and not the page', async () => {
    const page = await open({ count: 32 }, 1280);
    expect(await hidden(page, 'html')).toBe(0);
    expect(await hidden(page, '.scroll')).toBeGreaterThan(0);
    await page.close();
  });

  it.each(['name', 'description'] as const)('breaks a long word of the %s on a phone', async (field) => {
    const page = await open({ [field]: `See https://example.org/${'brand'.repeat(15)}` }, 360);
    expect(await hidden(page, 'html')).toBe(0);
    await page.close();
  });

  it.each(['light', 'dark'] as const)(
    'keeps the names of rows in sight while a phone scrolls the table (%s)',
    async (colorScheme) => {
      const page = await open({ count: 9 }, 390, { colorScheme });
      expect(await hidden(page, 'html')).toBe(0);
      expect(await hidden(page, '.scroll')).toBeGreaterThan(0);
      const head = page.locator('.matrix tbody th').first();
      const before = await head.boundingBox();
      await page.locator('.scroll').evaluate((element) => {
        element.scrollLeft = element.scrollWidth;
      });
      expect((await head.boundingBox())?.x).toBe(before?.x);
      await page.close();
    },
  );

  it('is painted and read without scripts, with every choice a link', async () => {
    const page = await open({ count: 4, scale: '50-950' }, 1280, { javaScriptEnabled: false });
    const first = page.locator('.stripes li').first();
    expect(await first.evaluate((item) => getComputedStyle(item).backgroundColor)).toBe('rgb(51, 102, 204)');
    expect(await page.locator('.visions .strip').count()).toBe(5);
    expect(await page.locator('.ramp').count()).toBe(4);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    expect(await page.locator('.preview .p-board').count()).toBe(2);
    await page.getByRole('link', { name: 'AAA: text (7)' }).click();
    expect(await page.locator('.preview .p-board').count()).toBe(2);
    await page.close();
  });

  it('copies a colour and a format with a click each, and changes without loading again', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(await linkTo({ base_color: '#336699', name: '<b>Ocean</b>' }));
    const pasted = () => page.evaluate('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy #336699' }).first().click();
    await page.getByText('#336699 copied').waitFor();
    expect(await pasted()).toBe('#336699');
    await page.getByRole('link', { name: 'Tailwind CSS 4 theme' }).click();
    await page.getByText(/Tailwind.* copied/).waitFor();
    // Chromium says that it is written a moment before others can read it.
    await eventually(async () => {
      expect(await pasted()).toContain('@theme');
    });
    await page.evaluate('globalThis.same = true');
    await page.getByRole('link', { name: 'App', exact: true }).click();
    await page.locator('.preview .p-phone').first().waitFor();
    expect(await page.evaluate('globalThis.same')).toBe(true);
    await page.goBack();
    await page.locator('.preview .p-hero').first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('has nothing that axe complains about at %i pixels, %s', async (width, colorScheme) => {
    const page = await open({ scale: '50-950' }, width, { colorScheme, bypassCSP: true });
    await page.addScriptTag({ path: axe });
    const found = await page.evaluate(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
      [id, ...nodes.map(({ html }) => html)]))`);
    expect(found).toEqual([]);
    await page.close();
  });
});
