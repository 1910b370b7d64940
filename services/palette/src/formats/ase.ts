import { COLORS_ONLY } from './export-format.ts';
import type { ExportFormat } from './export-format.ts';
import { plainNames } from './naming/name-tokens.ts';
import type { NamedToken } from './naming/name-tokens.ts';
import type { ColorToken } from './token.ts';

const GROUP_START = 0xc001;
const GROUP_END = 0xc002;
const COLOR_ENTRY = 0x0001;
/** 0 global, 1 spot, 2 normal. */
const GLOBAL_COLOR = 0;

/** Adobe Swatch Exchange: one group of RGB swatches named after the prefix. It has no opacity. */
export const ase: ExportFormat = {
  id: 'ase',
  title: 'Adobe Swatch Exchange',
  target: 'Photoshop, Illustrator, InDesign, Affinity',
  mediaType: 'application/octet-stream',
  extension: '.ase',
  docs: 'https://helpx.adobe.com/illustrator/using/using-creating-swatches.html',
  holds: 'colors',
  lacks: COLORS_ONLY,
  options: [],
  render(tokens, { prefix }) {
    const blocks = [
      block(GROUP_START, text(prefix)),
      ...plainNames(tokens, '/').map((named) => block(COLOR_ENTRY, swatch(named))),
      block(GROUP_END, Buffer.alloc(0)),
    ];
    const header = Buffer.alloc(12);
    header.write('ASEF', 'latin1');
    header.writeUInt16BE(1, 4);
    header.writeUInt32BE(blocks.length, 8);
    return Buffer.concat([header, ...blocks]);
  },
};

const block = (type: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(6);
  head.writeUInt16BE(type, 0);
  head.writeUInt32BE(content.length, 2);
  return Buffer.concat([head, content]);
};

/** The length in UTF-16 units, then the text in UTF-16BE, both including the final NUL. */
const text = (value: string): Buffer => {
  const units = Buffer.from(`${value}\0`, 'utf16le').swap16();
  const length = Buffer.alloc(2);
  length.writeUInt16BE(units.length / 2);
  return Buffer.concat([length, units]);
};

const swatch = ({ name, token }: NamedToken<ColorToken>): Buffer => {
  const { r, g, b } = token.color.rgb;
  const values = Buffer.alloc(18);
  values.write('RGB ', 'latin1');
  [r, g, b].forEach((part, index) => values.writeFloatBE(part / 255, 4 + index * 4));
  values.writeUInt16BE(GLOBAL_COLOR, 16);
  return Buffer.concat([text(name), values]);
};
