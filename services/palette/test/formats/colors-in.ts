import ase from 'ase-utils';
import { unzipSync } from 'fflate';
import sharp from 'sharp';

import { render } from './render.ts';

type Colors = ReadonlySet<string>;
type Reader = (file: Buffer) => Colors | Promise<Colors>;

const hexOfBytes = (bytes: readonly number[]): string =>
  `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
const hexOfShares = (shares: readonly number[]): string =>
  hexOfBytes(shares.map((share) => Math.round(share * 255)));

const matching =
  (pattern: RegExp, hexOf: (parts: readonly string[]) => string): Reader =>
  (file) =>
    new Set([...file.toString('utf8').matchAll(pattern)].map(([, ...parts]) => hexOf(parts)));

const HEX = matching(/#([\da-f]{6})/gi, ([digits = '']) => `#${digits.toLowerCase()}`);
const ARGB = matching(/0xff([\da-f]{6})/gi, ([digits = '']) => `#${digits.toLowerCase()}`);
const COMPONENTS = matching(/[rR]ed: ([\d.]+), green: ([\d.]+), blue: ([\d.]+)/g, (parts) =>
  hexOfShares(parts.map(Number)),
);

/** How colours are read out of the formats that don't write `#rrggbb`. */
const READERS: Readonly<Record<string, Reader>> = {
  compose: ARGB,
  flutter: ARGB,
  swiftui: COMPONENTS,
  'ios-swift': COMPONENTS,
  gpl: matching(/^\s*(\d+)\s+(\d+)\s+(\d+)\t/gm, (parts) => hexOfBytes(parts.map(Number))),
  ase: (file) =>
    new Set(ase.decode(file).groups.flatMap(({ colors }) => colors.map(({ color }) => hexOfShares(color)))),
  png: async (file) => {
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixels = new Set<string>();
    let last = -1;
    for (let at = 0; at < data.length; at += info.channels) {
      const color = data.readUIntBE(at, 3);
      // Swatches are wide: most pixels have the colour of their neighbour.
      if (color !== last) pixels.add(`#${color.toString(16).padStart(6, '0')}`);
      last = color;
    }
    return pixels;
  },
};

/**
 * The colours of what a format writes, by file. Android's night file only refers to colours of the
 * day's, so the two are read as one.
 */
export const colorsIn = async (
  format: string,
  tokens: Parameters<typeof render>[1],
): Promise<ReadonlyMap<string, Colors>> => {
  const { mediaType, bytes, filename } = await render(format, tokens, { prefix: 'theme', p3: false });
  const files = mediaType === 'application/zip' ? unzipSync(bytes) : { [filename]: bytes };
  const read = READERS[format] ?? HEX;
  const found = new Map<string, Colors>();
  for (const [path, file] of Object.entries(files)) found.set(path, await read(Buffer.from(file)));
  return format === 'android-xml'
    ? new Map([[filename, new Set([...found.values()].flatMap((colors) => [...colors]))]])
    : found;
};
