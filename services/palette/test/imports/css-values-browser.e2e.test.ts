import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import type { Browser } from 'playwright-core';

import { importTokens } from '../../src/imports/import-tokens.ts';
import { resolveTokens } from '../../src/themes/tokens/resolve-tokens.ts';
import { isNode } from '../../src/themes/tokens/token-tree.ts';

const COLORS = [
  'hsl(var(--h) 50% 40%)',
  'hsl(var(--h), var(--s), 40%)',
  'hsl(var(--h) calc(2 * 25%) 40% / var(--half))',
  'rgb(calc(255 / 2) 0 0)',
  'color-mix(in srgb, red, blue)',
  'color-mix(in srgb, red 30%, blue)',
  'color-mix(in srgb, red 20%, blue 20%)',
  'color-mix(in oklab, var(--red) 40%, white)',
  'color-mix(in oklch, var(--red), var(--blue))',
  'color-mix(in oklch longer hue, red, blue)',
  'color-mix(in hsl, var(--red) 25%, var(--blue))',
  'color-mix(in lab, red, transparent 60%)',
  'color-mix(in srgb, transparent, var(--blue) 10%)',
  'color-mix(in oklab, color-mix(in srgb, red, white), black 15%)',
  'color-mix(in oklch, white, var(--blue))',
  'rgb(from var(--blue) r g b / 40%)',
  'rgb(from var(--blue) calc(r + 40) g calc(b * 0.5))',
  'hsl(from var(--blue) calc(h + 180) s l)',
  'hsl(from var(--blue) h s 80%)',
  'oklch(from var(--blue) calc(l * 1.2) c h)',
  'oklch(from var(--blue) l calc(c / 2) h / calc(alpha / 2))',
  'oklab(from var(--blue) l a calc(b * -0.5))',
  'lab(from red 50 a b)',
  'lch(from var(--blue) 70% c h)',
  'hwb(from var(--blue) h 30% b)',
  'color(from var(--blue) srgb r g 0.5)',
  'color(from red display-p3 r calc(g + 0.2) b)',
  'color-mix(in oklch, rgb(51 102 204 / 30%), rgb(0 255 0 / 80%))',
  'color-mix(in hsl, var(--blue) calc(10% + 20%), transparent)',
  'color-mix(var(--red), white)',
  'color-mix(in oklab, light-dark(#336699, red), white)',
  'hsl(from var(--blue) 0.5turn s l)',
  'hsl(calc(1turn / 3) 50% 40%)',
  'rgb(calc(1e2) 0 0 / 1e-1)',
  'oklch(from var(--blue) round(l, 0.1) calc(c * sin(0.5)) h)',
  'lch(from var(--blue) calc((49.44 - l) * infinity) 0 0)',
];
const VARIABLES = '--h: 220; --s: 50%; --half: 50%; --red: #f00; --blue: #3366cc;';
const css = `:root { ${VARIABLES} ${COLORS.map((value, place) => `--c${place}: ${value};`).join(' ')} }`;

describeInBrowser('colours that CSS calculates, read by Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(process.env);
  });
  afterAll(() => browser.close());

  it('are those that an import has', async () => {
    const page = await browser.newPage();
    await page.setContent(`<!doctype html><style>${css}</style><p>x</p>`);
    const painted = await page.evaluate((count) => {
      const element = document.querySelector('p')!;
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
      return Array.from({ length: count }, (_, place) => {
        element.style.backgroundColor = `rgb(from var(--c${place}) r g b / 1)`;
        const opaque = getComputedStyle(element).backgroundColor;
        element.style.backgroundColor = `var(--c${place})`;
        const alpha = /\/ ([\d.]+)\)$|rgba\(.*, ([\d.]+)\)$/.exec(getComputedStyle(element).backgroundColor);
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = opaque;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3), Number(alpha?.[1] ?? alpha?.[2] ?? 1)];
      });
    }, COLORS.length);
    const { tokens, unresolved, changes } = importTokens({ content: css });
    expect([unresolved, changes.filter((change) => change.endsWith('was left out.'))]).toEqual([
      [],
      ['s: 50% was left out.', 'half: 50% was left out.'],
    ]);
    const ours = new Map(resolveTokens(tokens, {}).map(({ path, value }) => [path.join('.'), value]));
    for (const [place, text] of COLORS.entries()) {
      const value = ours.get(`c${place}`);
      if (!isNode(value)) throw new Error(`${text} is not a colour.`);
      const [r = 0, g = 0, b = 0, alpha = 1] = painted[place] ?? [];
      const hex = value['hex'] as string;
      const bytes = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
      const isInSrgb = value['colorSpace'] === 'srgb';
      const far = Math.max(...[r, g, b].map((byte, at) => Math.abs(byte - (bytes[at] ?? 0))));
      // Beyond sRGB Chromium clips, and an import keeps the hue.
      expect([text, isInSrgb ? far <= 1 : true, Number(value['alpha'] ?? 1).toFixed(2)]).toEqual([
        text,
        true,
        alpha.toFixed(2),
      ]);
    }
  });
});
