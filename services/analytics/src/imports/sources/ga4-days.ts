import { FIRST_DAY, LAST_DAY } from '../../calendar/date-range.ts';
import { addDays, daysBetween, isLocalDay } from '../../calendar/local-day.ts';
import { ImportRefusedError } from '../import-refused-error.ts';
import type { CsvRow, ImportFile } from '../import-source.ts';

const MOST_DAYS = daysBetween(FIRST_DAY, LAST_DAY);

const compact = (text: string): string => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;

/** How to read a row's day: a date, or the number of days since the start of the report. */
export const dayReader = ({ name, columns, remarks }: ImportFile): ((row: CsvRow) => string) => {
  if (columns.includes('date'))
    return (row) => (/^\d{8}$/.test(row.text('date')) ? compact(row.text('date')) : row.text('date'));
  const start = remarks.flatMap((remark) => /^\s*start date:\s*(\d{8})/i.exec(remark)?.[1] ?? [])[0];
  if (!columns.includes('nth day') || start === undefined || !isLocalDay(compact(start)))
    throw new ImportRefusedError(
      `${name} has no column with the date. Add the dimension “Date” to the report.`,
    );
  return (row) => {
    const nth = row.count('nth day');
    if (nth <= MOST_DAYS) return addDays(compact(start), nth);
    throw new ImportRefusedError(
      `“${row.text('nth day').slice(0, 40)}” in Nth day is not a day from 1970 to 2099.`,
    );
  };
};
