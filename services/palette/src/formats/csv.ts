import type { ExportFormat } from './export-format.ts';
import { decimal } from './notation/css-color.ts';
import { plainNames } from './notation/plain-name.ts';

const COLUMNS = [
  'name',
  'hex',
  'red',
  'green',
  'blue',
  'alpha',
  'oklch_l',
  'oklch_c',
  'oklch_h',
  'description',
];

/** A table by RFC 4180: a line a token, lines ended by CRLF. */
export const csv: ExportFormat = {
  id: 'csv',
  title: 'CSV table',
  target: 'Spreadsheets',
  mediaType: 'text/csv',
  extension: '.csv',
  docs: 'https://www.rfc-editor.org/rfc/rfc4180',
  holds: 'colors',
  options: ['comments'],
  render(tokens, { prefix, comments }) {
    const columns = comments ? COLUMNS : COLUMNS.slice(0, -1);
    const lines = plainNames(tokens, '-', [prefix]).map(({ name, token: { color, description } }) => {
      const { hex, rgb, alpha, oklch } = color;
      const numbers = [rgb.r, rgb.g, rgb.b, decimal(alpha, 4)];
      const lch = [decimal(oklch.l, 5), decimal(oklch.c, 5), decimal(oklch.h, 3)];
      const all = [name, hex, ...numbers, ...lch, description ?? ''];
      return all.slice(0, columns.length).map(cell).join(',');
    });
    return [columns.join(','), ...lines, ''].join('\r\n');
  },
};

/** A spreadsheet would run a text that begins with `=`, `+`, `-` or `@` as a formula; an apostrophe keeps it a text. */
const cell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
