const segmenter = new Intl.Segmenter();

/** Width of a text in a terminal, near enough: what is read as one character takes one column. */
const widthOf = (text: string): number => Array.from(segmenter.segment(text)).length;

/** Rows in columns, the first row as a heading. Numbers are set flush right. */
export const formatTable = (rows: readonly (readonly (string | number)[])[]): string => {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => widthOf(String(row[column] ?? '')))),
  );
  const cell = (value: string | number, column: number): string => {
    const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(String(value))));
    return typeof value === 'number' ? `${padding}${value}` : `${value}${padding}`;
  };
  return rows.map((row) => `${row.map(cell).join('  ').trimEnd()}\n`).join('');
};
