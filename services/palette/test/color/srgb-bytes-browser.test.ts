import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import fc from 'fast-check';

import { parseColor } from '../../src/color/css/parse-color.ts';

const tenths = (low: number, high: number) =>
  fc.integer({ min: low * 10, max: high * 10 }).map((value) => value / 10);
const percent = tenths(0, 100).map((value) => `${value}%`);
const srgb = fc.oneof(
  fc.tuple(tenths(-20, 300), tenths(-20, 300), tenths(-20, 300)).map((parts) => `rgb(${parts.join(' ')})`),
  fc.tuple(percent, percent, percent).map((parts) => `rgb(${parts.join(', ')})`),
  fc.tuple(tenths(-360, 720), percent, percent).map((parts) => `hsl(${parts.join(' ')})`),
  fc.tuple(tenths(0, 360), percent, percent).map((parts) => `hwb(${parts.join(' ')})`),
);

const bytesOf = (text: string): string => {
  const parsed = parseColor(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  const { r, g, b } = parsed.rgb;
  return `rgb(${r}, ${g}, ${b})`;
};

describeInBrowser('a colour given in sRGB', () => {
  it('has the bytes that Chromium computes', async () => {
    const texts = fc.sample(srgb, { numRuns: 5_000, seed: 17 });
    const browser = await launchBrowser(process.env);
    try {
      const page = await browser.newPage();
      const computed = await page.evaluate((colors) => {
        const element = document.body;
        return colors.map((color) => {
          element.style.color = color;
          return getComputedStyle(element).color;
        });
      }, texts);
      const differing = texts.flatMap((text, place) =>
        bytesOf(text) === computed[place] ? [] : [`${text}: ${bytesOf(text)}, not ${computed[place]}`],
      );
      expect(differing).toEqual([]);
    } finally {
      await browser.close();
    }
  }, 60_000);
});
