import { toCsv } from '@platform/http';
import { COLORS_ONLY } from './export-format.ts';
import type { ExportFormat } from './export-format.ts';
import { decimal } from './notation/css-value.ts';
import { withComments } from './notation/comment.ts';
import { oneLine } from './naming/name-tokens.ts';
import { leadingOf, plainNames } from './naming/name-tokens.ts';
import { referencesTo } from './notation/references.ts';

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

/** A table with one line per token (RFC 4180). */
export const csv: ExportFormat = {
  id: 'csv',
  title: 'CSV table',
  target: 'Spreadsheets',
  mediaType: 'text/csv',
  extension: '.csv',
  docs: 'https://www.rfc-editor.org/rfc/rfc4180',
  holds: 'colors',
  lacks: COLORS_ONLY,
  options: ['comments'],
  render(tokens, { prefix, comments }) {
    const columns = comments ? COLUMNS : COLUMNS.slice(0, -1);
    const named = plainNames(tokens, '-', leadingOf(prefix));
    const commented = withComments(
      named,
      referencesTo(named, (name) => name),
    );
    const rows = commented.map(({ name, token: { color, description } }) => {
      const { hex, rgb, alpha, oklch } = color;
      const numbers = [rgb.r, rgb.g, rgb.b, decimal(alpha, 4)];
      const lch = [decimal(oklch.l, 5), decimal(oklch.c, 5), decimal(oklch.h, 3)];
      return [name, hex, ...numbers, ...lch, oneLine(description ?? '')].slice(0, columns.length);
    });
    return toCsv(columns, rows);
  },
};
