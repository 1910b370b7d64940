import { letterWidth, textWidth, xmlText } from '../../pictures/svg-text.ts';
import type { RenderOptions } from '../export-format.ts';
import type { NamedToken } from '../naming/name-tokens.ts';
import type { ColorToken } from '../token.ts';
import { cssColor, cssHex } from './css-value.ts';

const SWATCH = { width: 200, height: 96, gap: 16, label: 44 };
const COLUMNS = 6;

const NAME_SIZE = 14;

/** A name, shortened to fit under a swatch. */
const shortened = (name: string): string => {
  const room = SWATCH.width / NAME_SIZE;
  if (textWidth(name) <= room) return name;
  let used = letterWidth('…');
  const fits = Array.from(name).filter((letter) => (used += letterWidth(letter)) <= room);
  return `${fits.join('')}…`;
};

/** An SVG sheet of swatches, each with its name and colour below; the title holds the full name. */
export const swatchSheet = (
  tokens: readonly NamedToken<ColorToken>[],
  title: string,
  options: Pick<RenderOptions, 'colorSyntax'>,
): string => {
  const columns = Math.max(1, Math.min(COLUMNS, tokens.length));
  const rows = Math.ceil(tokens.length / columns);
  const cell = { width: SWATCH.width + SWATCH.gap, height: SWATCH.height + SWATCH.label + SWATCH.gap };
  const width = columns * cell.width + SWATCH.gap;
  const height = rows * cell.height + SWATCH.gap;
  const swatches = tokens.map((named, index) => {
    const x = SWATCH.gap + (index % columns) * cell.width;
    const y = SWATCH.gap + Math.floor(index / columns) * cell.height;
    return swatch(named, x, y, cssColor(named.token.color, options.colorSyntax));
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `  <title>${xmlText(title)}</title>`,
    '  <rect width="100%" height="100%" fill="#ffffff"/>',
    ...swatches,
    '</svg>',
    '',
  ].join('\n');
};

const swatch = ({ name, token }: NamedToken<ColorToken>, x: number, y: number, fill: string): string => {
  const { width, height } = SWATCH;
  const text = (top: number, size: number, color: string, content: string): string =>
    `    <text x="${x}" y="${y + height + top}" font-family="Inter, system-ui, sans-serif" font-size="${size}" fill="${color}">${xmlText(content)}</text>`;
  return [
    '  <g>',
    `    <title>${xmlText(name)}</title>`,
    // The outline shows where a colour close to white ends.
    `    <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${fill}" stroke="#000000" stroke-opacity="0.15"/>`,
    text(20, NAME_SIZE, '#18181b', shortened(name)),
    text(38, 12, '#52525b', cssHex(token.color)),
    '  </g>',
  ].join('\n');
};
