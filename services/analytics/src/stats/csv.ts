/** A cell: text, a number, or nothing. */
export type Cell = string | number | null;

/**
 * Characters with which spreadsheet programs begin a formula. A page path or a referrer is a stranger's input, so a cell that
 * starts with one gets an apostrophe in front (OWASP, CSV injection).
 */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: Cell): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A table as CSV (RFC 4180): a header line, CRLF line ends, quotes only where needed. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
