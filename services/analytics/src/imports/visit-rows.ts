import { HIT_DIMENSIONS } from '../dimensions/stored-dimensions.ts';
import type { HitDimension } from '../dimensions/stored-dimensions.ts';
import { createNumberTable } from './number-table.ts';

/** A visit while its hits are read, in whatever order. Texts are given by their numbers. */
export interface ImportedVisit {
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

export interface VisitRows {
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
export const createVisitRows = (): VisitRows => {
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
