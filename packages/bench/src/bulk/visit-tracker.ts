import type { SiteDay, TrafficEvent } from '@platform/traffic';
import { createRandom, seedFrom } from '@platform/traffic';

import { EVENT_NAME, FIRST_VISIT_DIMENSION, PAGE, visitValues } from './dimensions.ts';
import type { SiteDictionary } from './site-dictionary.ts';

/** A row of `visits`; ids are of the website's dictionary, times milliseconds since 1970. */
export interface VisitRow {
  readonly visitId: string;
  readonly visitorId: string;
  readonly startedAt: number;
  lastAt: number;
  pageviews: number;
  events: number;
  engagedMs: number;
  scroll: number;
  readonly firstToday: number;
  readonly entryPageId: number;
  exitPageId: number;
  readonly dimensionIds: readonly number[];
}

/** A row of `events`, beside what the report itself says. */
export interface EventPlace {
  readonly visitId: string;
  readonly pageId: number;
  readonly nameId: number;
  readonly flags: number;
}

export interface VisitTracker {
  /** Begins a day. @returns the visits that nothing can be added to any more */
  begin(siteDay: Pick<SiteDay, 'start'>): readonly VisitRow[];
  /**
   * Puts an event into its visit; events come in order. @returns null for engagement of no visit
   */
  add(event: TrafficEvent): EventPlace | null;
  /** @returns all visits that were not returned before */
  end(): readonly VisitRow[];
}

interface VisitorDay {
  readonly visitorId: string;
  readonly seen: Set<number>;
  readonly visits: VisitRow[];
  /** Its visit of yesterday goes on. */
  readonly continues: boolean;
}

const TIMEOUT_MS = 30 * 60_000;
const FIRST_TODAY = 1;
const OPENED_VISIT = 2;
const FIRST_OF_VALUE = 4;

const isOpen = (visit: VisitRow | undefined, ts: number): visit is VisitRow =>
  visit !== undefined && ts <= visit.lastAt + TIMEOUT_MS;

const extend = (visit: VisitRow, event: TrafficEvent, pageId: number): void => {
  if (event.kind === 'engagement') {
    visit.engagedMs += event.engagedMs;
    visit.scroll += event.scroll;
    if (isOpen(visit, event.ts)) visit.lastAt = Math.max(visit.lastAt, event.ts);
    return;
  }
  visit.lastAt = Math.max(visit.lastAt, event.ts);
  if (event.kind === 'event') visit.events += 1;
  else {
    visit.pageviews += 1;
    visit.exitPageId = pageId;
  }
};

/**
 * Assigns one website's events to visits and finds the first ones of the day, by the rules of
 * services/analytics (its docs/storage.md): a visit ends after 30 minutes, identity at local
 * midnight, and a visit across midnight goes on.
 */
export const createVisitTracker = (seed: number, dictionary: SiteDictionary): VisitTracker => {
  const random = createRandom(seedFrom(seed, 7));
  let today = new Map<number, VisitorDay>();
  let yesterday = new Map<number, VisitorDay>();
  let midnight = 0;

  const makeId = (): string =>
    ((BigInt(random.int(2 ** 32) | 0) << 32n) | BigInt(random.int(2 ** 32))).toString();

  const visitsOf = (visitors: ReadonlyMap<number, VisitorDay>): VisitRow[] =>
    [...visitors.values()].flatMap(({ visits }) => visits);

  const open = (event: TrafficEvent, pageId: number, visitor: VisitorDay): VisitRow => {
    const dimensionIds = visitValues(event.person, event.source).map((value, index) =>
      dictionary.idOf(FIRST_VISIT_DIMENSION + index, value),
    );
    let firstToday = visitor.visits.length === 0 ? 1 : 0;
    dimensionIds.forEach((id, index) => {
      if (!visitor.visits.some((visit) => visit.dimensionIds[index] === id))
        firstToday |= 1 << (FIRST_VISIT_DIMENSION + index);
    });
    const visit: VisitRow = {
      visitId: makeId(),
      visitorId: visitor.visitorId,
      startedAt: event.ts,
      lastAt: event.ts,
      pageviews: 0,
      events: 0,
      engagedMs: 0,
      scroll: 0,
      firstToday,
      dimensionIds,
      entryPageId: pageId,
      exitPageId: pageId,
    };
    visitor.visits.push(visit);
    return visit;
  };

  /** The visit of yesterday that an event may belong to. */
  const carriedOver = (person: number, ts: number): VisitRow | undefined => {
    const visitor = today.get(person);
    const isKnown = visitor ? visitor.continues : ts - TIMEOUT_MS < midnight;
    return isKnown ? yesterday.get(person)?.visits.at(-1) : undefined;
  };

  /** Notes the visitor and gives the flags of a first of the day. */
  const meet = (person: number, valueId: number, continues: boolean): [VisitorDay, number] => {
    const known = today.get(person);
    if (!known) {
      const visitor = { visitorId: makeId(), seen: new Set([valueId]), visits: [], continues };
      today.set(person, visitor);
      return [visitor, FIRST_TODAY | FIRST_OF_VALUE];
    }
    if (known.seen.has(valueId)) return [known, 0];
    known.seen.add(valueId);
    return [known, FIRST_OF_VALUE];
  };

  return {
    begin({ start }) {
      const closed = visitsOf(yesterday);
      yesterday = today;
      today = new Map();
      midnight = start;
      return closed;
    },

    add(event) {
      const { ts, kind, page } = event;
      const person = event.person.number;
      const pageId = dictionary.idOf(PAGE, page.path, page.title);
      const own = today.get(person)?.visits.at(-1);
      const carried = carriedOver(person, ts);
      let visit = [own, carried].find((candidate) => isOpen(candidate, ts));
      if (kind === 'engagement') {
        visit ??= own;
        if (!visit) return null;
        extend(visit, event, pageId);
        return { visitId: visit.visitId, pageId, nameId: 0, flags: 0 };
      }
      const nameId = dictionary.idOf(EVENT_NAME, event.name);
      const isCarried = visit !== undefined && visit === carried;
      const [visitor, firsts] = meet(person, kind === 'pageview' ? pageId : nameId, isCarried);
      const flags = firsts | (visit ? 0 : OPENED_VISIT);
      visit ??= open(event, pageId, visitor);
      extend(visit, event, pageId);
      return { visitId: visit.visitId, pageId, nameId, flags };
    },

    end() {
      const rest = [...visitsOf(yesterday), ...visitsOf(today)];
      yesterday = new Map();
      today = new Map();
      return rest;
    },
  };
};
