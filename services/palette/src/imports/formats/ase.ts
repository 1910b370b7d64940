import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { isCutOff, readBytes, readUtf16 } from '../read-content.ts';
import { hexOfCmyk, hexOfFractions, tokensOfSwatches } from '../token-builder.ts';
import type { Swatch } from '../token-builder.ts';
import { parseColor } from '../../color/css/parse-color.ts';
import { hexOfRgb } from '../../color/color.ts';

const COLOR_ENTRY = 0x0001;
const HEADER_BYTES = 12;

const labHex = (l: number, a: number, b: number): string | null => {
  const parsed = parseColor(`lab(${l} ${a} ${b})`);
  return parsed.ok ? hexOfRgb(parsed.rgb) : null;
};

const readColor = (block: Buffer, at: number): string | null => {
  const model = block.toString('latin1', at, at + 4);
  const channels = { 'RGB ': 3, CMYK: 4, Gray: 1, 'LAB ': 3 }[model];
  if (channels === undefined) return null;
  const parts = Array.from({ length: channels }, (_, place) => block.readFloatBE(at + 4 + place * 4));
  if (!parts.every((part) => Number.isFinite(part))) return null;
  const [first = 0, second = 0, third = 0, fourth = 0] = parts;
  if (model === 'RGB ') return hexOfFractions(first, second, third);
  if (model === 'CMYK') return hexOfCmyk(first, second, third, fourth);
  if (model === 'Gray') return hexOfFractions(first, first, first);
  return labHex(first * 100, second, third);
};

const readEntry = (block: Buffer): Swatch | null => {
  const length = block.readUInt16BE(0);
  const at = 2 + length * 2;
  if (at > block.length) throw new ImportFault('is cut off');
  const name = readUtf16(block.subarray(2, at));
  const hex = readColor(block, at);
  return hex === null ? null : { name, hex };
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
