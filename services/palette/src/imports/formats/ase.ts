import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { isCutOff, readBytes, readUtf16 } from '../read-content.ts';
import { hexOfCmyk, hexOfFractions, tokensOfSwatches } from '../swatches.ts';
import type { Swatch } from '../swatches.ts';
import { parseColor } from '../../color/css/parse-color.ts';
import { hexOfRgb } from '../../color/srgb.ts';

const COLOR_ENTRY = 0x0001;
const HEADER_BYTES = 12;

const labHex = (l: number, a: number, b: number): string => {
  const parsed = parseColor(`lab(${l} ${a} ${b})`);
  return parsed.ok ? hexOfRgb(parsed.rgb) : '#000000';
};

const readEntry = (block: Buffer): Swatch | null => {
  const length = block.readUInt16BE(0);
  const at = 2 + length * 2;
  const name = readUtf16(block.subarray(2, at));
  const model = block.toString('latin1', at, at + 4);
  const part = (place: number): number => block.readFloatBE(at + 4 + place * 4);
  if (model === 'RGB ') return { name, hex: hexOfFractions(part(0), part(1), part(2)) };
  if (model === 'CMYK') return { name, hex: hexOfCmyk(part(0), part(1), part(2), part(3)) };
  if (model === 'Gray') return { name, hex: hexOfFractions(part(0), part(0), part(0)) };
  if (model === 'LAB ') return { name, hex: labHex(part(0) * 100, part(1), part(2)) };
  return null;
};

/** Adobe Swatch Exchange: RGB, CMYK, grey and Lab swatches. */
export const ase: ImportFormat = {
  id: 'ase',
  title: 'Adobe Swatch Exchange',
  content: 'base64',
  read: (content) => {
    const bytes = readBytes(content);
    if (bytes.toString('latin1', 0, 4) !== 'ASEF') throw new ImportFault('must be an .ase file');
    const swatches: Swatch[] = [];
    const changes: string[] = [];
    try {
      let at = HEADER_BYTES;
      while (at + 6 <= bytes.length) {
        const size = bytes.readUInt32BE(at + 2);
        const block = bytes.subarray(at + 6, at + 6 + size);
        if (bytes.readUInt16BE(at) === COLOR_ENTRY) {
          const swatch = readEntry(block);
          if (swatch === null) changes.push('A swatch of an unknown colour model was left out.');
          else swatches.push(swatch);
        }
        at += 6 + size;
      }
    } catch (error) {
      if (isCutOff(error)) throw new ImportFault('is cut off');
      throw error;
    }
    if (swatches.length === 0) throw new ImportFault('must have colours');
    return tokensOfSwatches(swatches, changes);
  },
};
