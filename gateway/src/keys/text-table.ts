/** Control, format and unassigned characters, and separators of lines and paragraphs. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Text that is safe in a terminal: control and direction characters appear as escapes. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/**
 * Rows of cells as aligned columns. Cells can't break out of their row: they are made printable.
 */
export const textTable = (rows: readonly (readonly string[])[]): string => {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return cells.map((row) => `${line(row)}\n`).join('');
};
