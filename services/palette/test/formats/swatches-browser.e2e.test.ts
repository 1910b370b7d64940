import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import type { Browser, Page } from 'playwright-core';

import { render } from './render.ts';
import { NASTY, SAMPLE, shown } from './sample-tokens.ts';

describeInBrowser('pictures in Chromium', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser(process.env);
    page = await browser.newPage({ viewport: { width: 1400, height: 800 } });
  });

  afterAll(() => browser.close());

  /**
   * Loads the picture by its bytes and reads the colour in the middle of each swatch of a sheet of
   * `count`.
   */
  const sampled = (mediaType: string, bytes: Buffer, count: number): Promise<string[]> =>
    page.evaluate(
      async ([url, amount]) => {
        const picture = new Image();
        picture.src = url;
        await picture.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
        const context = canvas.getContext('2d')!;
        context.drawImage(picture, 0, 0);
        return Array.from({ length: amount }, (_, index) => {
          const [x, y] = [16 + (index % 6) * 216 + 100, 16 + Math.floor(index / 6) * 156 + 48];
          const [r, g, b] = context.getImageData(x, y, 1, 1).data;
          return `#${[r!, g!, b!].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
        });
      },
      [`data:${mediaType};base64,${bytes.toString('base64')}`, count] as const,
    );

  const opaque = [...SAMPLE.filter(({ color }) => color.alpha === 1), ...NASTY];

  it.each(['svg', 'png'])('%s shows every colour in its place', async (id) => {
    const { mediaType, bytes } = await render(id, opaque);
    expect(await sampled(mediaType, bytes, opaque.length)).toEqual(opaque.map(({ color }) => color.hex));
  });

  it('svg names every swatch', async () => {
    const { bytes } = await render('svg', opaque);
    const titles = await page.evaluate(
      (source) =>
        [...new DOMParser().parseFromString(source, 'image/svg+xml').querySelectorAll('g > title')].map(
          (title) => title.textContent,
        ),
      bytes.toString('utf8'),
    );
    expect(titles).toEqual(opaque.map(({ path }) => shown(path.join('-'))));
  });

  it('png labels its swatches in the bundled font', async () => {
    const { bytes } = await render('png', opaque.slice(0, 1));
    const dark = await page.evaluate(
      async (url) => {
        const picture = new Image();
        picture.src = url;
        await picture.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
        const context = canvas.getContext('2d')!;
        context.drawImage(picture, 0, 0);
        const { data } = context.getImageData(16, 118, 200, 38);
        return data.filter((part, index) => index % 4 === 0 && part < 128).length;
      },
      `data:image/png;base64,${bytes.toString('base64')}`,
    );
    expect(dark).toBeGreaterThan(100);
  });
});
