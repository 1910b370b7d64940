import { createRequire } from 'node:module';

import { launchBrowser } from '@platform/browser';
import { listen } from '@platform/runtime';
import type { ListeningServer } from '@platform/runtime';
import { describeInBrowser } from '@platform/testing';
import type { Browser } from 'playwright-core';

import { clientOf, createPaletteHarness } from '../palette-harness.ts';
import type { PaletteHarness } from '../palette-harness.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describeInBrowser('the preview in a browser', () => {
  let harness: PaletteHarness;
  let server: ListeningServer;
  let browser: Browser;
  let address: string;
  beforeAll(async () => {
    harness = await createPaletteHarness();
    server = await listen(harness.app, { port: 0, host: '127.0.0.1' });
    browser = await launchBrowser(process.env);
    const client = await clientOf(harness);
    const palette = (
      await client.post('/v1/palettes', { base_color: '#e6b800', harmony: 'split_complementary' })
    ).body.data;
    const theme = (await client.post('/v1/themes', { palette_id: palette.id, name: 'Sunny', tokens: {} }))
      .body.data;
    address = theme.preview_url.replace('https://api.example.com', `http://127.0.0.1:${server.port}`);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await harness.close();
  });

  it.each([1280, 375])(
    'fits %d pixels, is accessible, and is painted under its own policy',
    async (width) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, bypassCSP: false });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.goto(address);
      expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
      // The style sheet counts: the policy allows nothing but its hash.
      const painted = await page.$$eval('.mode', (modes) =>
        modes.map((mode) => getComputedStyle(mode).backgroundColor),
      );
      expect(new Set(painted).size).toBe(4);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await context.close();

      const inspected = await browser.newContext({ viewport: { width, height: 900 }, bypassCSP: true });
      const open = await inspected.newPage();
      await open.goto(address);
      for (const summary of await open.$$('summary')) await summary.click();
      await open.addScriptTag({ path: axe });
      const violations = await open.evaluate(async () => {
        const { axe: checker } = globalThis as unknown as {
          axe: {
            run(): Promise<{
              violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
            }>;
          };
        };
        return (await checker.run()).violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => [id, html, failureSummary]),
        );
      });
      expect(violations).toEqual([]);
      expect(await open.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await inspected.close();
    },
  );
});
