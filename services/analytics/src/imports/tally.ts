import { isRangeDay } from '../calendar/date-range.ts';
import type { StoredDimension } from '../dimensions/dimension-names.ts';
import type { ParamExclusions } from '../exclusions/rules/exclude-params.ts';
import type { StorageRules } from '../exclusions/rules/storage-rules.ts';
import type { Spelling } from '../websites/website.ts';

/** The file can't be imported, and why in words for its owner. Trying again won't help. */
export class ImportRefusedError extends Error {
  override readonly name = 'ImportRefusedError';
}

/** Sums of a day, as the quarter-hour rollup counts them. */
interface DaySums {
  visitors: number;
  visits: number;
  bounces: number;
  /** Seconds. */
  duration: number;
  pageviews: number;
  events: number;
  /** Milliseconds. */
  engaged: number;
  /** Percents. */
  scroll: number;
}

export interface PageSums {
  pageviews: number;
  visitors: number;
  entries: number;
  exits: number;
  engaged: number;
  scroll: number;
}

export interface ValueSums {
  visitors: number;
  visits: number;
  hits: number;
}

export interface DayTally {
  readonly totals: DaySums;
  readonly pages: ReadonlyMap<string, PageSums>;
  readonly values: ReadonlyMap<StoredDimension, ReadonlyMap<string, ValueSums>>;
  /** Visits by their source, in the dimension that names it. */
  readonly sources: ReadonlyMap<StoredDimension, ReadonlyMap<string, ValueSums>>;
}

/**
 * Texts of an import as they are stored, each once and with a number. What is counted by text holds
 * the number, or the one copy.
 */
interface Texts {
  /** The number of a page; 0 for the empty one. @throws ImportRefusedError for too much text */
  pageNumber(text: string): number;
  /** The number of another value; 0 for the empty one. @throws ImportRefusedError for too much text */
  valueNumber(text: string): number;
  textOf(number: number): string;
}

/** Stands for a page that the website leaves out. No page has this name: it can't be stored. */
export const EXCLUDED_PAGE = '\0';

const LONGEST_PAGE = 1_000;

const LONGEST_VALUE = 200;

/** About a hundred bytes of memory each, and their characters. */
const MOST_TEXTS = 1_000_000;
const MOST_CHARACTERS = 50_000_000;

export const createTexts = (): Texts => {
  const numbers = new Map<string, number>([['', 0]]);
  const texts = [''];
  let characters = 0;

  const numberOf = (text: string, longest: number): number => {
    const known = text.length > longest ? undefined : numbers.get(text);
    if (known !== undefined) return known;
    // Text as PostgreSQL takes it. V8 keeps the whole of a text of which a part is held, so this
    // is a copy; encoding it makes it well-formed.
    const stored = Buffer.from(text.replaceAll('\0', '').slice(0, longest)).toString();
    const number = numbers.get(stored) ?? texts.length;
    if (number < texts.length) return number;
    characters += stored.length;
    if (number >= MOST_TEXTS || characters > MOST_CHARACTERS)
      throw new ImportRefusedError(
        'The file holds too many different values. Import a shorter period at a time.',
      );
    numbers.set(stored, number);
    texts.push(stored);
    return number;
  };

  return {
    pageNumber: (text) => numberOf(text, LONGEST_PAGE),
    valueNumber: (text) => numberOf(text, LONGEST_VALUE),
    textOf: (number) => texts[number] ?? '',
  };
};

/** Adds up what the files of an import hold, by day. */
export interface Tally {
  addTotals(day: string, sums: Partial<DaySums>): void;
  addPage(day: string, page: string, sums: Partial<PageSums>): void;
  /** The empty text, for "no value", is left out, as a country is that the website doesn't store. */
  addValue(day: string, dimension: StoredDimension, value: string, sums: Partial<ValueSums>): void;
  /** Adds visits to their source: the campaign’s, or else the page that linked, both added as values as well. */
  addSource(day: string, from: { utmSource: string; referrer: string }, sums: Partial<ValueSums>): void;
  readonly days: ReadonlyMap<string, DayTally>;
  readonly texts: Texts;
  /** Notes that the website's settings left out a row or a hit. */
  leaveOut(): void;
  /** How many were left out. */
  readonly leftOut: () => number;
}

/** Some hundred bytes of memory each. */
const MOST_CELLS = 2_000_000;

/** A month of such days is what a sum of it can hold. */
const MOST_A_DAY = 60_000_000;
/** Seconds, milliseconds and percents have wider sums. */
const MOST_MEASURED = 1e14;
const MEASURED: ReadonlySet<string> = new Set(['duration', 'engaged', 'scroll']);

const add = <Sums extends object>(day: string, sums: Sums, more: Partial<Sums>): void => {
  for (const [name, value] of Object.entries(more) as [keyof Sums & string, number][]) {
    (sums[name] as number) += value;
    const most = MEASURED.has(name) ? MOST_MEASURED : MOST_A_DAY;
    if ((sums[name] as number) > most)
      throw new ImportRefusedError(`${day} has more than ${most.toLocaleString('en')} ${name}.`);
  }
};

/** @throws ImportRefusedError from each method for a day that doesn't exist, and for too much */
export const createTally = (isExcludedCountry: (code: string) => boolean = () => false): Tally => {
  interface Open {
    totals: DaySums;
    pages: Map<string, PageSums>;
    values: Map<StoredDimension, Map<string, ValueSums>>;
    sources: Map<StoredDimension, Map<string, ValueSums>>;
  }
  const texts = createTexts();
  const days = new Map<string, Open>();
  let cells = 0;
  let leftOut = 0;

  const counted = <Item>(item: Item): Item => {
    cells += 1;
    if (cells > MOST_CELLS)
      throw new ImportRefusedError(
        `The file holds more than ${MOST_CELLS.toLocaleString('en')} values. Import a shorter period at a time.`,
      );
    return item;
  };

  const dayOf = (day: string): Open => {
    const known = days.get(day);
    if (known !== undefined) return known;
    if (!isRangeDay(day))
      throw new ImportRefusedError(`“${day.slice(0, 40)}” is not a day from 1970 to 2099.`);
    const made: Open = counted({
      totals: {
        visitors: 0,
        visits: 0,
        bounces: 0,
        duration: 0,
        pageviews: 0,
        events: 0,
        engaged: 0,
        scroll: 0,
      },
      pages: new Map(),
      values: new Map(),
      sources: new Map(),
    });
    days.set(day, made);
    return made;
  };

  const addTo = (
    values: Open['values'],
    day: string,
    dimension: StoredDimension,
    value: string,
    more: Partial<ValueSums>,
  ): void => {
    const ofDimension = values.get(dimension) ?? new Map<string, ValueSums>();
    values.set(dimension, ofDimension);
    const sums = ofDimension.get(value) ?? counted({ visitors: 0, visits: 0, hits: 0 });
    ofDimension.set(value, sums);
    add(day, sums, more);
  };

  return {
    days,
    texts,
    leaveOut: () => {
      leftOut += 1;
    },
    leftOut: () => leftOut,
    addTotals: (day, sums) => {
      add(day, dayOf(day).totals, sums);
    },
    addPage: (day, text, more) => {
      if (text === EXCLUDED_PAGE) leftOut += 1;
      const page = texts.textOf(texts.pageNumber(text));
      const { pages } = dayOf(day);
      if (page === '') return;
      const sums =
        pages.get(page) ??
        counted({ pageviews: 0, visitors: 0, entries: 0, exits: 0, engaged: 0, scroll: 0 });
      pages.set(page, sums);
      add(day, sums, more);
    },
    addValue: (day, dimension, text, more) => {
      const value = texts.textOf(texts.valueNumber(text));
      const { values } = dayOf(day);
      if (value === '') return;
      if (dimension === 'country' && isExcludedCountry(value)) {
        leftOut += 1;
        return;
      }
      addTo(values, day, dimension, value, more);
    },
    addSource: (day, { utmSource, referrer }, more) => {
      const value = texts.textOf(texts.valueNumber(utmSource || referrer));
      if (value !== '')
        addTo(dayOf(day).sources, day, utmSource === '' ? 'referrer' : 'utm_source', value, more);
    },
  };
};

/** Where the rows of an import go. */
export interface ImportTarget extends ParamExclusions {
  readonly tally: Tally;
  readonly domain: string;
  readonly timezone: string;
  /** How the website spells pages and campaigns. */
  readonly spelling: Spelling;
  /** The website's rules for the pages, hosts, countries and visitors that it stores. */
  readonly rules: StorageRules;
}
