import { addDays, isLocalDay } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import { ImportRefusedError } from '../tally.ts';

/** Which number of a day such as `1/2/2024` comes first. */
type Order = 'day' | 'month';

/** A day that can be read in two ways. */
type TwoWays = Readonly<Record<Order, string>> & { readonly text: string };

/** The names of months, long and short, in the languages that reports are known in. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  ['en', 'en-GB', 'de', 'fr', 'es', 'it', 'pt', 'nl'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      const name = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, month): [string, number] => [
        name
          .format(Date.UTC(2024, month, 1))
          .replace('.', '')
          .toLowerCase(),
        month + 1,
      ]);
    }),
  ),
);

const written = (year: string, month: number | string, day: number | string): string =>
  `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** Reads `Wed, Jan 31, 2024`, `31. Januar 2024`, `31 de enero de 2024`, `31-Jan-24`; else undefined. */
const dayInWords = (text: string): string | undefined => {
  const words = text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
  const [first = '', second = '', ...more] = words.filter((word) => /^\d/.test(word));
  // The name of a weekday comes first, and may be short for a month as well: `mar. 5 janv. 2024`.
  const month = words.map((word) => MONTHS.get(word)).findLast((found) => found !== undefined);
  if (month === undefined || second === '' || more.length > 0) return undefined;
  return first.length === 4 ? written(first, month, second) : written(second, month, first);
};

/** Midnight, which spreadsheets add to a day. */
const MIDNIGHT = '(?:[T ](?:0?0|12):00(?::00)?(?:\\.0+)?(?: ?AM)?Z?)?';
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.年] ?(\\d{1,2})[-/.月] ?(\\d{1,2})日?${MIDNIGHT}$`, 'i');
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${MIDNIGHT}$`, 'i');

/**
 * Reads a day as Google and spreadsheets write it: `20240131`, `2024-01-31`, `1/31/2024`, `31.01.2024` or
 * in words.
 * @returns the day, both where it depends on the order of its numbers, or the text if it is none
 */
export const readDay = (text: string): string | TwoWays => {
  const [, year, month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined) return written(year, month, day);
  const [, first = '', sign, second = '', last] = YEAR_LAST.exec(text) ?? [];
  if (last === undefined) return dayInWords(text) ?? text;
  const byDay = written(last, second, first);
  const byMonth = written(last, first, second);
  if (!isLocalDay(byDay) && !isLocalDay(byMonth)) return text;
  // Nobody writes the month first before a point.
  if (byDay === byMonth || (sign === '.' && isLocalDay(byDay))) return byDay;
  return { text, day: byDay, month: byMonth };
};

interface OrderedFile {
  readonly name: string;
  /** The first and last day, where the file says which days it is about. */
  readonly start: string | undefined;
  readonly end: string | undefined;
  /** The order that the file's language suggests; its days themselves count more. */
  readonly likely: Order | undefined;
}

/** Rows that wait for a day that tells the order of all. */
const MOST_WAITING = 200_000;

/** Fewer days may follow each other by chance. */
const LEAST_IN_A_ROW = 3;

/** True for days of which none is missing between the first and the last. */
const followEachOther = (days: readonly string[]): boolean => {
  const all = [...new Set(days)].sort();
  return (
    all.length >= LEAST_IN_A_ROW &&
    all.every((day, index) => index === 0 || (isLocalDay(day) && day === nextOf(all[index - 1])))
  );
};

const nextOf = (day: string | undefined): LocalDay | undefined =>
  day !== undefined && isLocalDay(day) ? addDays(day, 1) : undefined;

/**
 * Finds out from a table's days which number is the month: one above 12 tells, as do the days that the
 * file says it is about. Rows wait until then.
 */
export const createDayOrder = ({ name, start, end, likely }: OrderedFile) => {
  let order: Order | undefined;
  let example = '';
  const waiting: { readonly read: TwoWays; readonly add: (day: string) => void }[] = [];

  const orderOf = (read: TwoWays): Order | undefined => {
    const valid = (['day', 'month'] as const).filter((each) => isLocalDay(read[each]));
    const within = valid.filter((each) => read[each] >= (start ?? '') && read[each] <= (end ?? '9'));
    const [only, other] = within.length > 0 ? within : valid;
    return other === undefined ? only : undefined;
  };

  const release = (known: Order): void => {
    order = known;
    for (const { read, add } of waiting.splice(0)) add(read[known]);
  };

  const unclear = (): ImportRefusedError =>
    new ImportRefusedError(
      `${name}: days such as “${waiting[0]?.read.text ?? ''}” may have the day or the month first, and no row says which. Write them as ${new Date().getUTCFullYear()}-12-31.`,
    );

  return {
    /** Adds a row, now or once the order is known. @throws ImportRefusedError where days contradict each other */
    take(read: TwoWays, add: (day: string) => void): void {
      const told = orderOf(read);
      if (told !== undefined && order !== undefined && told !== order)
        throw new ImportRefusedError(
          `${name}: “${example}” and “${read.text}” can’t both be days: one has the month first, the other the day.`,
        );
      if (told !== undefined) example = read.text;
      const known = order ?? told;
      if (known === undefined) waiting.push({ read, add });
      else {
        if (order === undefined) release(known);
        add(read[known]);
      }
      if (waiting.length > MOST_WAITING) throw unclear();
    },
    /** The order that the days themselves tell; undefined where they don't. */
    told: (): Order | undefined => order,
    /** Adds the rows that wait. @param others orders of other tables @throws ImportRefusedError if nothing tells it */
    finish(others: ReadonlySet<Order>): void {
      if (waiting.length === 0) return;
      const inARow = (['day', 'month'] as const).filter((each) =>
        followEachOther(waiting.map(({ read }) => read[each])),
      );
      const [other] = others.size === 1 ? others : [];
      const found = (inARow.length === 1 ? inARow[0] : undefined) ?? other ?? likely;
      if (found === undefined) throw unclear();
      release(found);
    },
  };
};
