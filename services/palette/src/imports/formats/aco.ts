import { parseColor } from '../../color/css/parse-color.ts';
import { hexOfRgb } from '../../color/color.ts';
import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { isCutOff, readBytes, readUtf16 } from '../read-content.ts';
import { hexOfCmyk, hexOfFractions, tokensOfSwatches } from '../token-builder.ts';
import type { Swatch } from '../token-builder.ts';

const FULL = 65_535;

const cssHex = (text: string): string => {
  const parsed = parseColor(text);
  return parsed.ok ? hexOfRgb(parsed.rgb) : '#000000';
};

/** Photoshop's colour spaces by number: RGB, HSB, CMYK, Lab, greyscale. */
const colorOf = (space: number, w: number, x: number, y: number, z: number): string | null => {
  if (space === 0) return hexOfFractions(w / FULL, x / FULL, y / FULL);
  if (space === 1) {
    const [s, v] = [x / FULL, y / FULL];
    const white = (1 - s) * v * 100;
    return cssHex(`hwb(${(w / FULL) * 360} ${white}% ${(1 - v) * 100}%)`);
  }
  if (space === 2) return hexOfCmyk(1 - w / FULL, 1 - x / FULL, 1 - y / FULL, 1 - z / FULL);
  const signed = (value: number): number => (value > 32_767 ? value - 65_536 : value);
  if (space === 7) return cssHex(`lab(${w / 100} ${signed(x) / 100} ${signed(y) / 100})`);
  if (space === 8) return hexOfFractions(1 - w / 10_000, 1 - w / 10_000, 1 - w / 10_000);
  return null;
};

interface Section {
  readonly swatches: readonly (Swatch | null)[];
  readonly end: number;
}

const readSection = (bytes: Buffer, start: number): Section => {
  const version = bytes.readUInt16BE(start);
  const count = bytes.readUInt16BE(start + 2);
  let at = start + 4;
  const swatches = Array.from({ length: count }, () => {
    const [space = 0, ...parts] = [0, 2, 4, 6, 8].map((offset) => bytes.readUInt16BE(at + offset));
    const [w = 0, x = 0, y = 0, z = 0] = parts;
    at += 10;
    let name = '';
    if (version === 2) {
      const length = bytes.readUInt32BE(at) * 2;
      if (at + 4 + length > bytes.length) throw new ImportFault('is cut off');
      name = readUtf16(bytes.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
    const hex = colorOf(space, w, x, y, z);
    return hex === null ? null : { name, hex };
  });
  return { swatches, end: at };
};

/** Photoshop swatches; the second section, if there is one, repeats the colours with names. */
export const aco: ImportFormat = {
  id: 'aco',
  title: 'Photoshop swatches',
  content: 'base64',
  read: (content) => {
    const bytes = readBytes(content);
    try {
      if (![1, 2].includes(bytes.readUInt16BE(0))) throw new ImportFault('must be an .aco file');
      const first = readSection(bytes, 0);
      const hasNames = first.end + 4 <= bytes.length && bytes.readUInt16BE(first.end) === 2;
      const { swatches } = hasNames ? readSection(bytes, first.end) : first;
      const known = swatches.filter((swatch) => swatch !== null);
      if (known.length === 0) throw new ImportFault('must have colours');
      const unknown = swatches.length - known.length;
      return tokensOfSwatches(
        known,
        unknown === 0 ? [] : [`${unknown} swatches of an unknown colour space were left out.`],
      );
    } catch (error) {
      if (isCutOff(error)) throw new ImportFault('is cut off');
      throw error;
    }
  },
};
