import { createTurns } from '@platform/runtime';
import { localDay } from '../calendar/zone-day.ts';
import { HIT_DIMENSIONS } from '../dimensions/stored-dimensions.ts';
import type { HitDimension } from '../dimensions/stored-dimensions.ts';
import { ImportRefusedError } from './import-refused-error.ts';
import type { ImportTarget } from './import-source.ts';
import type { ImportedHit } from './imported-hit.ts';
import { createKeyNumbers, keyOfText } from './key-numbers.ts';
import type { KeyNumbers } from './key-numbers.ts';
import { createVisitRows } from './visit-rows.ts';

export interface VisitTally {
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

/** Makes sums by day of single hits. A visit counts on the day on which it began. */
export const createVisitTally = ({ tally, timezone }: ImportTarget): VisitTally => {
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
      bounces: pageviews === 1 && events === 0 ? 1 : 0,
      duration: Math.floor((last - first) / 1000),
    });
    tally.addPage(day, texts.textOf(entryPage), { entries: 1 });
    tally.addPage(day, texts.textOf(exitPage), { exits: 1 });
    for (const [index, name] of HIT_DIMENSIONS.entries()) {
      const text = rows.dimension(visit, index);
      if (text === 0) continue;
      const visitors = isNew(dayNumber(day), index, text) ? 1 : 0;
      tally.addValue(day, name, texts.textOf(text), { visitors, visits: 1 });
    }
  };

  return {
    add(hit) {
      const { time, event } = hit;
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
