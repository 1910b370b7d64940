import { localDay } from '../calendar/zone-day.ts';
import type { HitDimension } from '../dimensions/stored-dimensions.ts';
import { ImportRefusedError } from './import-refused-error.ts';
import type { ImportTarget } from './import-source.ts';
import type { ImportedHit, ImportedVisit } from './imported-hit.ts';

export interface VisitTally {
  add(hit: ImportedHit): void;
  /** Counts the visits, once all their hits are known: files needn't be in the order of time. */
  finish(): void;
}

const MOST_VISITS = 1_000_000;

const MOST_PAIRS = 5_000_000;

/** Makes sums by day of single hits. A visit counts on the day on which it began. */
export const createVisitTally = ({ tally, timezone }: ImportTarget): VisitTally => {
  const visits = new Map<string, ImportedVisit>();
  const seen = new Set<string>();

  const firstTime = (...parts: readonly string[]): number => {
    const key = parts.join('\t');
    if (seen.has(key)) return 0;
    if (seen.size >= MOST_PAIRS)
      throw new ImportRefusedError('The file holds too many visitors. Import a shorter period at a time.');
    seen.add(key);
    return 1;
  };

  const visitOf = (hit: ImportedHit): ImportedVisit => {
    const known = visits.get(hit.visit);
    if (known !== undefined) return known;
    if (visits.size >= MOST_VISITS)
      throw new ImportRefusedError('The file holds too many visits. Import a shorter period at a time.');
    const made: ImportedVisit = {
      visitor: hit.visitor,
      dimensions: hit.dimensions,
      first: hit.time,
      last: hit.time,
      entry: undefined,
      exit: undefined,
      pageviews: 0,
      events: 0,
    };
    visits.set(hit.visit, made);
    return made;
  };

  return {
    add(hit) {
      const { page, time, event, visitor } = hit;
      const day = localDay(timezone, time);
      const visit = visitOf(hit);
      visit.first = Math.min(visit.first, time);
      visit.last = Math.max(visit.last, time);
      const visitors = firstTime(day, visitor);
      if (event === null) {
        visit.pageviews += 1;
        if (visit.entry === undefined || time < visit.entry.time) visit.entry = { page, time };
        if (visit.exit === undefined || time >= visit.exit.time) visit.exit = { page, time };
        tally.addTotals(day, { visitors, pageviews: 1 });
        tally.addPage(day, page, { pageviews: 1, visitors: firstTime(day, visitor, 'page', page) });
        return;
      }
      visit.events += 1;
      tally.addTotals(day, { visitors, events: 1 });
      tally.addValue(day, 'event', event, { hits: 1, visitors: firstTime(day, visitor, 'event', event) });
    },
    finish() {
      for (const visit of visits.values()) {
        const day = localDay(timezone, visit.first);
        tally.addTotals(day, {
          visits: 1,
          bounces: visit.pageviews === 1 && visit.events === 0 ? 1 : 0,
          duration: Math.floor((visit.last - visit.first) / 1000),
        });
        if (visit.entry !== undefined) tally.addPage(day, visit.entry.page, { entries: 1 });
        if (visit.exit !== undefined) tally.addPage(day, visit.exit.page, { exits: 1 });
        for (const [dimension, value] of Object.entries(visit.dimensions) as [HitDimension, string][])
          tally.addValue(day, dimension, value, {
            visits: 1,
            visitors: firstTime(day, visit.visitor, dimension, value),
          });
      }
      visits.clear();
      seen.clear();
    },
  };
};
