import type { LocalDay } from '../../../calendar/local-day.ts';
import type { BlockBytes } from './block.ts';
import { encodeCodes, encodeNumbers } from './column-codec.ts';
import { isNumberColumn } from './columns.ts';
import type { ColumnName } from './columns.ts';

/** What `dayPartSql` answers: lists with commas; null for a list of nothing. */
export type DayPartRow = Readonly<Partial<Record<ColumnName, string | null>>> & {
  readonly crossing: string | null;
};

const partsOf = (list: string | null | undefined): string[] => list?.split(',') ?? [];

/** Turns lists of numbers into columns of a block. */
export const encodeBlock = (day: LocalDay, row: DayPartRow, columns: Iterable<ColumnName>): BlockBytes => ({
  day,
  columns: Object.fromEntries(
    Array.from(columns, (name) => {
      const numbers = partsOf(row[name]).map(Number);
      return [name, isNumberColumn(name) ? encodeNumbers(numbers) : encodeCodes(numbers)] as const;
    }),
  ),
  crossing: partsOf(row.crossing),
});
