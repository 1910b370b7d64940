import { FIRST_DAY, LAST_DAY } from '../../calendar/date-range.ts';
import { addDays, daysBetween, isLocalDay } from '../../calendar/local-day.ts';
import { ImportRefusedError } from '../import-refused-error.ts';
import type { CsvRow, ImportFile } from '../import-source.ts';
import type { GoogleColumn } from './google-columns.ts';

const MOST_DAYS = daysBetween(FIRST_DAY, LAST_DAY);

/** `20240131`, `2024-01-31`, `2024/01/31` or `31.01.2024`; what is none of them stays. */
const dayNamed = (text: string): string => {
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(text) ?? [];
  if (year !== undefined) return `${year}-${month ?? ''}-${day ?? ''}`;
  const [, first, second, last] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  return last === undefined
    ? text
    : `${last}-${(second ?? '').padStart(2, '0')}-${(first ?? '').padStart(2, '0')}`;
};

/** A day in a remark: `Start date: 20240101`, `Startdatum: …`, or a range `20240101-20240131`. */
const daysIn = (remark: string): readonly string[] =>
  (/(?:^|[:：])\s*(\d{8})(?:\s*-\s*(\d{8}))?\s*$/.exec(remark)?.slice(1) ?? [])
    .filter((day): day is string => typeof day === 'string')
    .map(dayNamed)
    .filter(isLocalDay);

/** The first and last day that the remarks in front of a table name. */
const rangeOf = ({ remarks }: ImportFile): { start: string | undefined; end: string | undefined } => {
  // The remarks of a later table come behind those of the first.
  const days = remarks.flatMap(daysIn);
  return { start: days.at(-2) ?? days.at(-1), end: days.at(-1) };
};

/** A line of totals, which has no day. */
const TOTALS = /^(grand[ -]?)?totals?$|^gesamt|^insgesamt|^total g|^totales|^総計|^合計/i;

/**
 * How to read a row's day: a date, the number of days since the start of the report, or the only day that
 * the report is about. Empty for a line of totals.
 * @returns undefined for a table without days
 */
export const dayReader = (
  file: ImportFile,
  names: ReadonlyMap<GoogleColumn, string>,
): ((row: CsvRow) => string) | undefined => {
  const { start, end } = rangeOf(file);
  const [date, nth, index] = (['date', 'nth day', 'day index'] as const).map((name) => names.get(name));
  const isTotals = (text: string): boolean => text === '' || TOTALS.test(text);
  if (date !== undefined) return (row) => (isTotals(row.text(date)) ? '' : dayNamed(row.text(date)));
  if (nth !== undefined && start !== undefined)
    return (row) => {
      if (isTotals(row.text(nth))) return '';
      const days = row.count(nth);
      if (days <= MOST_DAYS) return addDays(start, days);
      throw new ImportRefusedError(
        `“${row.text(nth).slice(0, 40)}” in Nth day is not a day from 1970 to 2099.`,
      );
    };
  if (index !== undefined && start !== undefined) {
    // Days are written as the language does; they follow each other from the first day on.
    let next = start;
    return (row) => {
      if (isTotals(row.text(index))) return '';
      const day = next;
      next = addDays(next, 1);
      return day;
    };
  }
  return start !== undefined && start === end ? () => start : undefined;
};
