/** A cell: text, a number, or nothing. */
export type CsvCell = string | number | null;

/**
 * Spreadsheet programs run a cell that begins with one of these as a formula. Page paths and token
 * names are other people's input, so such a text gets an apostrophe in front (OWASP, CSV
 * injection).
 */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: CsvCell): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/**
 * A table as CSV (RFC 4180): a header line, CRLF line ends, quotes only where needed, no formulas.
 *
 * @example
 * toCsv(['day', 'visitors'], [['2026-11-22', 7]]); // 'day,visitors\r\n2026-11-22,7\r\n'
 */
export const toCsv = (columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
