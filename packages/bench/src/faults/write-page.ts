const CAPTION = /^\| What went wrong +\|/;

/** Columns of equal width, as the formatter of the repository writes tables. */
const align = (table: readonly string[]): string[] => {
  const rows = table.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? '').length)),
  );
  return rows.map((cells, row) => {
    const padded = cells.map((cell, column) => {
      const width = widths[column] ?? 0;
      return row === 1 ? '-'.repeat(width) : cell + ' '.repeat(width - cell.length);
    });
    return `| ${padded.join(' | ')} |`;
  });
};

/**
 * Puts a run's table in the place of the one that a page has.
 * @param table lines in Markdown: the head, its underline, the rows
 * @throws Error if the page has no such table
 */
export const replaceTable = (page: string, table: readonly string[]): string => {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => CAPTION.test(line));
  if (start === -1) throw new Error('The page has no table of faults.');
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.toSpliced(start, length, ...align(table)).join('\n');
};
