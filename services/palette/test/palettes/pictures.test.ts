import sharp from 'sharp';
import { rgbOfOklch, oklchOfOklab } from '../../src/color/oklab.ts';
import { hexOfRgb } from '../../src/color/color.ts';
import { simulate, VISIONS } from '../../src/color/vision.ts';
import { paletteSheet } from '../../src/palettes/palette-picture.ts';
import { rasterize } from '../../src/pictures/rasterize.ts';
import { render } from '../formats/render.ts';
import { token } from '../formats/sample-tokens.ts';
import { samplePalette } from '../sample-palette.ts';

/** Colours of a part of a picture. */
const colorsIn = async (
  png: Buffer,
  part: { left: number; top: number; width: number; height: number },
): Promise<Set<string>> => {
  const { data, info } = await sharp(png)
    .extract(part)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = new Set<string>();
  for (let at = 0; at < data.length; at += info.channels)
    found.add(`#${data.subarray(at, at + 3).toString('hex')}`);
  return found;
};

describe('the picture of a palette', () => {
  const palette = samplePalette('#ff0000', 'tetradic', 8);
  /** The corner of a swatch, above its text. */
  const corner = (place: number) => ({
    left: (place % 5) * 300 + 4,
    top: Math.floor(place / 5) * 320 + 4,
    width: 8,
    height: 8,
  });

  it.each([null, ...VISIONS])('has every swatch as it is seen with %s', async (vision) => {
    const png = await rasterize(paletteSheet(palette, vision));
    for (const [place, { rgb, hex }] of palette.colors.entries()) {
      const seen = vision === null ? hex : hexOfRgb(rgbOfOklch(oklchOfOklab(simulate(rgb, vision))));
      expect([place, ...(await colorsIn(png, corner(place)))]).toEqual([place, seen]);
    }
    const red = await colorsIn(png, corner(0));
    expect(red.has('#ff0000')).toBe(vision === null);
  });

  it('keeps long names and roles within their swatches', async () => {
    const [color] = palette.colors;
    const names = ['Bubblegum Baby Girl of the West', 'WWWWWWWWWWWWWWW', 'Wmmmmmmmmmmmmmmmmmmmmmmmmmm'];
    for (const name of names) {
      const role = 'on-secondary-container-high-contrast';
      const sheet = paletteSheet({ ...palette, count: 1, colors: [{ ...color!, name, role }] });
      const margin = { left: 300 - 12, top: 0, width: 12, height: 320 };
      expect([name, ...(await colorsIn(await rasterize(sheet), margin))]).toEqual([name, '#ff0000']);
    }
  });
});

it.each([
  'high-contrast-dark-on-secondary-container',
  'W'.repeat(40),
  'o'.repeat(40),
  'WIDE NAMES OF MANY CAPITALS 0123456789',
  'mmmmmmmmmmmmmmmmmmmm',
])('the sheet of an export keeps the name %s under its swatch', async (name) => {
  const { bytes } = await render('png', [token(name, '#336699'), token('next', '#993366')]);
  // Between the labels of the first and the second swatch.
  const gap = { left: 16 + 200 + 1, top: 16 + 96 + 4, width: 14, height: 40 };
  expect([...(await colorsIn(Buffer.from(bytes), gap))]).toEqual(['#ffffff']);
});

it('draws many pictures that are asked for at once, and one that can’t be drawn fails by itself', async () => {
  const sheets = Array.from({ length: 12 }, (_, place) =>
    paletteSheet(samplePalette(`#${place + 10}3366`), null),
  );
  const alone = await rasterize(sheets[3]!);
  const [broken, ...drawn] = await Promise.allSettled(['<svg', ...sheets].map(rasterize));
  expect(broken).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('SVG') } });
  expect(drawn.map(({ status }) => status)).toEqual(sheets.map(() => 'fulfilled'));
  expect((drawn[3] as PromiseFulfilledResult<Buffer>).value.equals(alone)).toBe(true);
});
