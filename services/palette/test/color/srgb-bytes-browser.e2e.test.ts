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

const EIGHTHS = [0, 12.5, 25, 37.5, 50, 62.5, 75, 87.5, 100];
const HUES = Array.from({ length: 13 }, (_, step) => step * 30);
/** The grid of hues, saturations and lightnesses that browsers are tested with, and the same of hwb(). */
const GRID = HUES.flatMap((hue) =>
  EIGHTHS.flatMap((one) =>
    EIGHTHS.flatMap((other) => [
      `hsl(${hue}, ${one}%, ${other}%)`,
      `hsla(${hue}, ${one}%, ${other}%, 0.2)`,
      `hsl(${hue}deg ${one}% ${other}% / 20%)`,
      `hwb(${hue} ${one}% ${other}%)`,
    ]),
  ),
);

const bytesOf = (text: string): string => {
  const parsed = parseColor(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  const { r, g, b } = parsed.rgb;
  return parsed.alpha === 1 ? `rgb(${r}, ${g}, ${b})` : `rgba(${r}, ${g}, ${b}, ${parsed.alpha})`;
};

describeInBrowser('a colour given in sRGB', () => {
  it.each([
    ['of a grid', GRID],
    ['at random', fc.sample(srgb, { numRuns: 5_000, seed: 17 })],
  ])('has the bytes that Chromium computes, %s', async (_how, texts) => {
    expect(texts.length).toBeGreaterThan(4_000);
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
  });
});
