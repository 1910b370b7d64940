import { parseColor } from '../../src/color/css/parse-color.ts';
import { hexOfRgb } from '../../src/color/color.ts';

const hexOf = (text: string): string => {
  const parsed = parseColor(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return hexOfRgb(parsed.rgb);
};

/** Rounds half up in integers: `numerator / denominator` of 255. */
const byte = (numerator: number, denominator: number): string =>
  Math.floor((2 * 255 * numerator + denominator) / (2 * denominator))
    .toString(16)
    .padStart(2, '0');

describe('a colour given in sRGB', () => {
  it.each([
    ['hsl(60 100% 25%)', '#808000'],
    ['rgb(2.5 3.4 4.6)', '#030305'],
    ['hwb(120 30% 50%)', '#4d804d'],
    ['hsl(0 0% 50%)', '#808080'],
    ['rgb(50% 50% 50%)', '#808080'],
    ['color(srgb 0.5 0.3 0.1)', '#804d1a'],
    ['rgb(300 -20 127.5)', '#ff0080'],
  ])('keeps its bytes, rounded half up: %s is %s', (text, hex) => {
    expect(hexOf(text)).toBe(hex);
  });

  it('keeps them for every percentage', () => {
    for (let tenths = 0; tenths <= 1_000; tenths += 1) {
      const percent = `${tenths / 10}%`;
      const two = byte(tenths, 1_000);
      expect(hexOf(`rgb(${percent} ${percent} ${percent})`)).toBe(`#${two}${two}${two}`);
      expect(hexOf(`hsl(0 0% ${percent})`)).toBe(`#${two}${two}${two}`);
      expect(hexOf(`hwb(0 ${percent} ${(1_000 - tenths) / 10}%)`)).toBe(`#${two}${two}${two}`);
    }
  });

  it('keeps them for every whole step of hsl() in sixths of the circle', () => {
    for (let lightness = 0; lightness <= 50; lightness += 1)
      for (let saturation = 0; saturation <= 100; saturation += 1) {
        const high = byte(lightness * (100 + saturation), 10_000);
        const low = byte(lightness * (100 - saturation), 10_000);
        expect(hexOf(`hsl(60 ${saturation}% ${lightness}%)`)).toBe(`#${high}${high}${low}`);
        expect(hexOf(`hsl(240 ${saturation}% ${lightness}%)`)).toBe(`#${low}${low}${high}`);
      }
  });
});
