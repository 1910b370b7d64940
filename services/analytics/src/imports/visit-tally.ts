import { hash, randomInt } from 'node:crypto';

import { createTurns } from '@platform/runtime';

import { localDay } from '../calendar/local-day.ts';
import { HIT_DIMENSIONS } from '../dimensions/dimension-names.ts';
import type { HitDimension } from '../dimensions/dimension-names.ts';
import { VISITOR_TRAITS } from '../exclusions/rules/storage-rules.ts';
import type { VisitorTraits } from '../exclusions/rules/storage-rules.ts';
import { durationSeconds, isBounce } from '../metrics/metrics.ts';
import { ImportRefusedError, EXCLUDED_PAGE } from './tally.ts';
import type { ImportTarget } from './tally.ts';

/** Keys of two numbers each, in a fifth of the memory that a Map of texts takes. */
interface KeyNumbers {
  readonly size: () => number;
  /**
   * The number of a key, from 0 on in the order in which they come.
   * @param high a whole number from 0 to 2⁵³
   * @param low one of 32 bits
   */
  of(high: number, low: number): number;
  clear(): void;
}

const FIRST_CAPACITY = 1_024;
/** Share of the slots that are taken at most. */
const MOST_LOAD = 0.7;

/** 80 bits of a text's hash, which stand for the text however long it is. */
export const keyOfText = (text: string): readonly [number, number] => {
  const digest = hash('sha1', text, 'buffer');
  return [digest.readUIntBE(0, 6), digest.readInt32BE(6)];
};

const mixed = (value: number): number => {
  const once = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2_ae35);
  return twice ^ (twice >>> 16);
};

const slotsFor = (capacity: number) => ({
  capacity,
  highs: new Float64Array(capacity),
  lows: new Int32Array(capacity),
  /** The number and one; 0 for a slot that is free. */
  numbers: new Uint32Array(capacity),
});

/** A hash table with open addressing. */
export const createKeyNumbers = (): KeyNumbers => {
  // Nobody can prepare keys that share a slot.
  const seed = randomInt(2 ** 31);
  let slots = slotsFor(FIRST_CAPACITY);
  let size = 0;

  /** The slot of a key, or the free one where it belongs. */
  const slotOf = (high: number, low: number): number => {
    const { highs, lows, numbers, capacity } = slots;
    let slot = mixed(mixed(mixed(seed ^ low) ^ (high | 0)) ^ (high / 2 ** 32)) & (capacity - 1);
    while (numbers[slot] !== 0 && (highs[slot] !== high || lows[slot] !== low))
      slot = (slot + 1) & (capacity - 1);
    return slot;
  };
  const put = (slot: number, high: number, low: number, number: number): void => {
    slots.highs[slot] = high;
    slots.lows[slot] = low;
    slots.numbers[slot] = number;
  };
  const grow = (): void => {
    const { highs, lows, numbers, capacity } = slots;
    slots = slotsFor(capacity * 2);
    for (const [slot, number] of numbers.entries()) {
      if (number === 0) continue;
      const [high = 0, low = 0] = [highs[slot], lows[slot]];
      put(slotOf(high, low), high, low, number);
    }
  };

  return {
    size: () => size,
    of(high, low) {
      const slot = slotOf(high, low);
      const known = slots.numbers[slot] ?? 0;
      if (known > 0) return known - 1;
      size += 1;
      put(slot, high, low, size);
      if (size > slots.capacity * MOST_LOAD) grow();
      return size - 1;
    },
    clear() {
      slots = slotsFor(FIRST_CAPACITY);
      size = 0;
    },
  };
};

/** Rows of numbers, without an object for each. */
interface NumberTable {
  /** 0 where nothing was set. */
  get(row: number, column: number): number;
  set(row: number, column: number, value: number): void;
  clear(): void;
}

/** Rows that are made room for at once: growing copies nothing. */
const ROWS = 4_096;

/** @param make such as `(length) => new Int32Array(length)` */
const createNumberTable = (
  columns: number,
  make: (length: number) => Int32Array | Float64Array,
): NumberTable => {
  let chunks: (Int32Array | Float64Array)[] = [];
  return {
    get: (row, column) => chunks[Math.floor(row / ROWS)]?.[(row % ROWS) * columns + column] ?? 0,
    set(row, column, value) {
      const chunk = (chunks[Math.floor(row / ROWS)] ??= make(ROWS * columns));
      chunk[(row % ROWS) * columns + column] = value;
    },
    clear() {
      chunks = [];
    },
  };
};

/** A visit while its hits are read, in whatever order. Texts are given by their numbers. */
interface ImportedVisit {
  /** Milliseconds since 1970. */
  first: number;
  last: number;
  entryTime: number;
  exitTime: number;
  /** 0 for none. */
  entryPage: number;
  exitPage: number;
  pageviews: number;
  events: number;
}

interface VisitRows {
  read(visit: number): ImportedVisit;
  write(visit: number, values: ImportedVisit): void;
  /** The number of the text of a dimension. */
  dimension(visit: number, index: number): number;
  setDimension(visit: number, name: HitDimension, text: number): void;
  /** Adds a visit to those of a visitor. */
  link(visit: number, visitor: number): void;
  /** The visits of a visitor. */
  of(visitor: number): readonly number[];
  clear(): void;
}

const TIMES = ['first', 'last', 'entryTime', 'exitTime'] as const;
const COUNTS = ['entryPage', 'exitPage', 'pageviews', 'events'] as const;
const NEXT = COUNTS.length;
const DIMENSIONS = NEXT + 1;
const COLUMNS: ReadonlyMap<string, number> = new Map(
  HIT_DIMENSIONS.map((name, index) => [name, DIMENSIONS + index]),
);

/** Some 130 bytes for each visit, outside of V8's heap. */
const createVisitRows = (): VisitRows => {
  const times = createNumberTable(TIMES.length, (length) => new Float64Array(length));
  const counts = createNumberTable(DIMENSIONS + HIT_DIMENSIONS.length, (length) => new Int32Array(length));
  /** The visitor's latest visit and one; 0 for none. */
  const latest = createNumberTable(1, (length) => new Int32Array(length));

  return {
    read: (visit) => ({
      first: times.get(visit, 0),
      last: times.get(visit, 1),
      entryTime: times.get(visit, 2),
      exitTime: times.get(visit, 3),
      entryPage: counts.get(visit, 0),
      exitPage: counts.get(visit, 1),
      pageviews: counts.get(visit, 2),
      events: counts.get(visit, 3),
    }),
    write(visit, values) {
      for (const [column, name] of TIMES.entries()) times.set(visit, column, values[name]);
      for (const [column, name] of COUNTS.entries()) counts.set(visit, column, values[name]);
    },
    dimension: (visit, index) => counts.get(visit, DIMENSIONS + index),
    setDimension(visit, name, text) {
      const column = COLUMNS.get(name);
      if (column !== undefined) counts.set(visit, column, text);
    },
    link(visit, visitor) {
      counts.set(visit, NEXT, latest.get(visitor, 0));
      latest.set(visitor, 0, visit + 1);
    },
    of(visitor) {
      const visits: number[] = [];
      for (let each = latest.get(visitor, 0); each > 0; each = counts.get(each - 1, NEXT))
        visits.push(each - 1);
      return visits;
    },
    clear() {
      times.clear();
      counts.clear();
      latest.clear();
    },
  };
};

/** A page view or event of a program that exports each of them. */
export interface ImportedHit {
  readonly visit: string;
  readonly visitor: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Empty for an event without a page. */
  readonly page: string;
  /** Null for a page view. */
  readonly event: string | null;
  readonly dimensions: Readonly<Partial<Record<HitDimension, string>>>;
}

interface VisitTally {
  /** @throws ImportRefusedError for more visits than there is memory for */
  add(hit: ImportedHit): void;
  /** Counts the visits, once all their hits are known: files needn't be in the order of time. */
  finish(signal: AbortSignal | undefined): Promise<void>;
}

const MOST_VISITS = 1_000_000;

const MOST_PAIRS = 5_000_000;

/** Of the numbers that a day, a dimension and a text have: together they fit into 53 bits. */
const MOST_DAYS = 2 ** 16;
const MOST_TEXTS = 2 ** 30;

const NOTHING_KNOWN = Object.fromEntries(VISITOR_TRAITS.map((trait) => [trait, ''])) as VisitorTraits;

const SOURCE_COLUMNS = (['utm_source', 'referrer'] as const).map((name) => HIT_DIMENSIONS.indexOf(name));

/** Makes sums by day of single hits. A visit counts on the day on which it began. */
export const createVisitTally = ({ tally, timezone, rules }: ImportTarget): VisitTally => {
  const { texts } = tally;
  const visits = createKeyNumbers();
  const visitors = createKeyNumbers();
  /** A visitor on a day, and what they did then. */
  const seen = createKeyNumbers();
  const days = new Map<string, number>();
  const rows = createVisitRows();

  const numberOf = (numbers: KeyNumbers, text: string): number => numbers.of(...keyOfText(text));
  const dayNumber = (day: string): number => {
    const number = days.get(day) ?? days.size;
    days.set(day, number);
    return number;
  };
  /** 1 the first time, 0 afterwards. */
  const firstTime = (visitorDay: number, what: number): number => {
    const size = seen.size();
    if (seen.of(visitorDay, what) < size) return 0;
    if (size >= MOST_PAIRS)
      throw new ImportRefusedError('The file holds too many visitors. Import a shorter period at a time.');
    return 1;
  };

  const visitOf = (hit: ImportedHit, visitor: number): number => {
    const size = visits.size();
    const visit = numberOf(visits, hit.visit);
    if (visit < size) return visit;
    if (visit >= MOST_VISITS)
      throw new ImportRefusedError(
        `The file holds more than ${MOST_VISITS.toLocaleString('en')} visits. Import a shorter period at a time.`,
      );
    rows.write(visit, {
      first: hit.time,
      last: hit.time,
      entryTime: Infinity,
      exitTime: -Infinity,
      entryPage: 0,
      exitPage: 0,
      pageviews: 0,
      events: 0,
    });
    for (const [name, value] of Object.entries(hit.dimensions) as [HitDimension, string][])
      rows.setDimension(visit, name, texts.valueNumber(value));
    rows.link(visit, visitor);
    return visit;
  };

  /** Counts a visit. @param isNew tells whether its visitor brings a value for the first time */
  const count = (visit: number, isNew: (day: number, index: number, text: number) => boolean): void => {
    const { first, last, pageviews, events, entryPage, exitPage } = rows.read(visit);
    const day = localDay(timezone, first);
    tally.addTotals(day, {
      visits: 1,
      bounces: Number(isBounce({ pageviews, events, passiveEvents: 0 })),
      duration: durationSeconds({ startedAt: first, lastAt: last }),
    });
    tally.addPage(day, texts.textOf(entryPage), { entries: 1 });
    tally.addPage(day, texts.textOf(exitPage), { exits: 1 });
    const isFirst = new Map<HitDimension, number>();
    for (const [index, name] of HIT_DIMENSIONS.entries()) {
      const text = rows.dimension(visit, index);
      if (text === 0) continue;
      const visitors = isNew(dayNumber(day), index, text) ? 1 : 0;
      tally.addValue(day, name, texts.textOf(text), { visitors, visits: 1 });
      isFirst.set(name, visitors);
    }
    const [utmSource = '', referrer = ''] = SOURCE_COLUMNS.map((index) =>
      texts.textOf(rows.dimension(visit, index)),
    );
    const visitors = isFirst.get(utmSource === '' ? 'referrer' : 'utm_source') ?? 0;
    tally.addSource(day, { utmSource, referrer }, { visitors, visits: 1 });
  };

  return {
    add(hit) {
      const { time, event } = hit;
      const { country = '' } = hit.dimensions;
      if (
        hit.page === EXCLUDED_PAGE ||
        rules.isExcludedCountry(country) ||
        rules.isExcludedVisitor(() => ({ ...NOTHING_KNOWN, ...hit.dimensions }))
      ) {
        tally.leaveOut();
        return;
      }
      const day = localDay(timezone, time);
      const visitor = numberOf(visitors, hit.visitor);
      const visitorDay = visitor * MOST_DAYS + dayNumber(day);
      const visit = visitOf(hit, visitor);
      const values = rows.read(visit);
      values.first = Math.min(values.first, time);
      values.last = Math.max(values.last, time);
      const isFirst = firstTime(visitorDay, -1);
      if (event === null) {
        const page = texts.pageNumber(hit.page);
        values.pageviews += 1;
        if (time < values.entryTime) [values.entryPage, values.entryTime] = [page, time];
        if (time >= values.exitTime) [values.exitPage, values.exitTime] = [page, time];
        tally.addTotals(day, { visitors: isFirst, pageviews: 1 });
        const visitorsOf = page === 0 ? 0 : firstTime(visitorDay, 2 * page);
        tally.addPage(day, texts.textOf(page), { pageviews: 1, visitors: visitorsOf });
      } else {
        const name = texts.valueNumber(event);
        values.events += 1;
        tally.addTotals(day, { visitors: isFirst, events: 1 });
        const visitorsOf = name === 0 ? 0 : firstTime(visitorDay, 2 * name + 1);
        tally.addValue(day, 'event', texts.textOf(name), { hits: 1, visitors: visitorsOf });
      }
      rows.write(visit, values);
    },
    async finish(signal) {
      seen.clear();
      visits.clear();
      const turn = createTurns();
      const most = visitors.size();
      for (let visitor = 0; visitor < most; visitor += 1) {
        const ofVisitor = rows.of(visitor);
        const known = new Set<number>();
        const isNew = (day: number, index: number, text: number): boolean => {
          // Most visitors come once.
          if (ofVisitor.length === 1) return true;
          const size = known.size;
          known.add((index * MOST_DAYS + day) * MOST_TEXTS + text);
          return known.size > size;
        };
        for (const visit of ofVisitor) {
          const other = turn();
          if (other) await other;
          signal?.throwIfAborted();
          count(visit, isNew);
        }
      }
      visitors.clear();
      rows.clear();
    },
  };
};
