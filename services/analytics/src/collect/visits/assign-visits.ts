import { localDay } from '../../calendar/local-day.ts';
import { EVENT_FLAGS, EVENT_KINDS, firstTodayBit, HIT_DIMENSIONS } from '../../dimensions/dimension-names.ts';
import type { CodedHit } from '../dictionary/dictionary.ts';
import { isMeasurement } from '../hit.ts';
import { visitorKey } from './settle.ts';
import { isOngoing, VISIT_TIMEOUT_MS } from './visit.ts';
import type { Assignment, EventRow, KnownVisitors, Visit, Visitor } from './visit.ts';

/**
 * Page views and events of one person above which what comes late no longer changes what is stored.
 * Nobody does as much in a day; but a server that tells neither addresses nor user agents makes one
 * visitor of everybody, and each of its late events would have all of that written anew.
 */
const MOST_ACTIONS = 5_000;

/** For the days of those who went on across midnight: the first of them. */
const firstDays = (known: KnownVisitors): ReadonlyMap<string, string> => {
  const earlier = new Map<string, string>();
  for (const { websiteId, visitorId, continues } of known.visitors)
    if (continues !== '0') earlier.set(visitorKey(websiteId, visitorId), visitorKey(websiteId, continues));
  const first = new Map<string, string>();
  for (const key of earlier.keys()) {
    const days = new Set<string>();
    let day: string | undefined = key;
    let root = key;
    while (day !== undefined && !days.has(day)) {
      days.add(day);
      root = first.get(day) ?? day;
      day = first.has(day) ? undefined : earlier.get(day);
    }
    for (const one of days) first.set(one, root);
  }
  return first;
};

/**
 * The keys of those visitors who did too much for their days to be settled again, with the days
 * before and after on which they went on.
 */
export const findTooActive = (known: KnownVisitors, most: number = MOST_ACTIONS): ReadonlySet<string> => {
  const first = firstDays(known);
  const personOf = (key: string): string => first.get(key) ?? key;
  const actions = new Map<string, number>();
  for (const { websiteId, visitorId, pageviews, events } of known.visits) {
    const person = personOf(visitorKey(websiteId, visitorId));
    actions.set(person, (actions.get(person) ?? 0) + pageviews + events);
  }
  const keys = known.visitors.map(({ websiteId, visitorId }) => visitorKey(websiteId, visitorId));
  return new Set(keys.filter((key) => (actions.get(personOf(key)) ?? 0) > most));
};

/**
 * Adds a hit to a visit. Start and entry page stay as they are, even when the hit comes late.
 * @param counted the part of the hit's engagement that counts
 */
const extend = (
  visit: Visit,
  { hit, pageId }: CodedHit,
  counted: Pick<EventRow, 'engagedMs' | 'scroll'>,
): Visit => {
  // Measurements arrive when a page is left or hidden, which doesn't mean that it was looked at
  // until then.
  if (hit.kind === 'vitals') return visit;
  const lastAt = Math.max(visit.lastAt, hit.ts);
  const isPresent = pageId === visit.exitPageId;
  if (hit.kind === 'engagement')
    return {
      ...visit,
      // The page may have stayed open for hours, which doesn't make the visit longer.
      lastAt: hit.ts <= visit.lastAt + VISIT_TIMEOUT_MS ? lastAt : visit.lastAt,
      engagedMs: visit.engagedMs + counted.engagedMs,
      scroll: visit.scroll + counted.scroll,
      viewScroll: Math.min(MAX_DEPTH, visit.viewScroll + (isPresent ? counted.scroll : 0)),
    };
  if (hit.kind === 'event')
    return {
      ...visit,
      lastAt,
      events: visit.events + 1,
      passiveEvents: visit.passiveEvents + Number(hit.isPassive),
    };
  const isLast = hit.ts >= visit.lastAt || visit.pageviews === 0;
  return {
    ...visit,
    lastAt,
    pageviews: visit.pageviews + 1,
    ...(isLast ? { exitPageId: pageId, viewScroll: 0 } : {}),
  };
};

/** Percent: a page can't be scrolled further. */
const MAX_DEPTH = 100;

/**
 * Returns the scroll depth that a hit adds. Some clients send the depth of the view so far: of
 * that, only what the visit doesn't have yet counts.
 */
const scrollOf = ({ exitPageId, viewScroll }: Visit, { hit, pageId }: CodedHit): number => {
  if (!hit.isDepthOfView) return hit.scroll;
  return pageId === exitPageId ? Math.max(0, hit.scroll - viewScroll) : 0;
};

/** A visit while a batch adds to it; `before` is null for a new one. */
interface VisitState {
  before: Visit | null;
  visit: Visit;
  timezone: string;
}

/** Returns the visit at `ts`: the latest that began before it, else one that began shortly after. */
const findOpen = (visits: readonly VisitState[], ts: number): VisitState | undefined =>
  visits
    .filter(({ visit }) => isOngoing(visit, ts))
    .reduce<VisitState | undefined>((best, state) => {
      if (!best) return state;
      const [a, b] = [best.visit.startedAt, state.visit.startedAt];
      // A visit that began after `ts` is the second choice.
      const isBetter = a > ts ? b < a : b <= ts && b > a;
      return isBetter ? state : best;
    }, undefined);

/** A visitor with more different pages on one day counts as having seen all others. */
const MAX_SEEN = 1_000;

/** Nobody looks at a page for longer. More would overflow the columns that hold a visit's sums. */
const MAX_VISIT_ENGAGED_MS = 24 * 3_600_000;

interface VisitorState {
  visitor: Visitor;
  isChanged: boolean;
}

const keyOf = (websiteId: number, visitorId: string): string => `${websiteId} ${visitorId}`;

/**
 * Assigns the hits of a batch to visits, open ones or new ones, and decides what is the first of
 * its kind on the day. Pure: the caller holds the locks of the websites, reads what is known and
 * writes the result.
 * @param makeVisitId returns a new random id (signed 64-bit integer as text)
 */
export const assignVisits = (
  hits: readonly CodedHit[],
  known: KnownVisitors,
  makeVisitId: () => string,
): Assignment => {
  const visitors = new Map<string, VisitorState>(
    known.visitors.map((visitor) => [
      keyOf(visitor.websiteId, visitor.visitorId),
      { visitor, isChanged: false },
    ]),
  );
  const visits = new Map<string, VisitState[]>();
  const visitsOf = (key: string): VisitState[] => visits.get(key) ?? [];
  for (const visit of known.visits) {
    const key = keyOf(visit.websiteId, visit.visitorId);
    visits.set(key, [...visitsOf(key), { before: visit, visit, timezone: '' }]);
  }
  const touched = new Set<VisitState>();
  const events: EventRow[] = [];
  const orphans = new Set<CodedHit>();

  /**
   * Whom hits of the same batch name as themselves on the next day. A hit after midnight that was
   * read before any of the evening doesn't know its own id of that day.
   */
  const previous = new Map<string, string>();
  for (const { hit } of hits)
    if (hit.nextVisitor !== null) previous.set(keyOf(hit.site.id, hit.nextVisitor), hit.visitor);
  const previousOf = ({ site, ts, day, visitor, previousVisitor }: CodedHit['hit']): string => {
    if (previousVisitor !== null) return previousVisitor;
    const isAfterMidnight = localDay(site.timezone, ts - VISIT_TIMEOUT_MS) !== day;
    return (isAfterMidnight ? previous.get(keyOf(site.id, visitor)) : undefined) ?? '0';
  };

  const open = (coded: CodedHit, own: readonly VisitState[]): VisitState => {
    const { hit, dimensionIds, pageId } = coded;
    const today = own.filter(({ visit }) => localDay(hit.site.timezone, visit.startedAt) === hit.day);
    let firstToday = today.length === 0 ? firstTodayBit('visitor') : 0;
    for (const dimension of HIT_DIMENSIONS)
      if (!today.some(({ visit }) => visit.dimensionIds[dimension] === dimensionIds[dimension]))
        firstToday |= firstTodayBit(dimension);
    const visit: Visit = {
      websiteId: hit.site.id,
      visitorId: hit.visitor,
      visitId: makeVisitId(),
      startedAt: hit.ts,
      lastAt: hit.ts,
      pageviews: 0,
      events: 0,
      passiveEvents: 0,
      engagedMs: 0,
      scroll: 0,
      viewScroll: 0,
      entryPageId: pageId,
      exitPageId: pageId,
      firstToday,
      dimensionIds,
    };
    const state = { before: null, visit, timezone: hit.site.timezone };
    visits.set(keyOf(hit.site.id, hit.visitor), [...own, state]);
    return state;
  };

  /** Notes the visitor, and returns the flags for what the hit is the first of on this day. */
  const meet = ({ hit, pageId, nameId }: CodedHit, continues: string): number => {
    const key = keyOf(hit.site.id, hit.visitor);
    const valueId = hit.kind === 'pageview' ? pageId : nameId;
    const state = visitors.get(key);
    if (!state) {
      const visitor = {
        websiteId: hit.site.id,
        visitorId: hit.visitor,
        continues,
        day: hit.day,
        seen: [valueId],
      };
      visitors.set(key, { visitor, isChanged: true });
      return EVENT_FLAGS.firstToday | EVENT_FLAGS.firstOfValueToday;
    }
    const { seen } = state.visitor;
    if (seen.includes(valueId) || seen.length >= MAX_SEEN) return 0;
    state.visitor = { ...state.visitor, seen: [...seen, valueId] };
    state.isChanged = true;
    return EVENT_FLAGS.firstOfValueToday;
  };

  // The sort is stable: hits of the same moment stay in order of arrival. But measurements never
  // come before the hit that opens their visit, even when stored hits are reassigned.
  const isLater = ({ hit }: CodedHit): number => Number(isMeasurement(hit.kind));
  for (const coded of hits.toSorted((a, b) => a.hit.ts - b.hit.ts || isLater(a) - isLater(b))) {
    const { hit } = coded;
    const own = visitsOf(keyOf(hit.site.id, hit.visitor));
    const earlierSelf = visitors.get(keyOf(hit.site.id, hit.visitor))?.visitor.continues ?? previousOf(hit);
    const earlier = earlierSelf === '0' ? [] : visitsOf(keyOf(hit.site.id, earlierSelf));
    let state = findOpen(own, hit.ts) ?? findOpen(earlier, hit.ts);
    // Two visits of a visitor can't begin at the same moment.
    if (hit.opensVisit && !own.some(({ visit }) => visit.startedAt === hit.ts)) state = undefined;
    if (!state && isMeasurement(hit.kind)) {
      const isBefore = ({ visit }: VisitState): boolean => visit.startedAt <= hit.ts;
      state = own.findLast(isBefore);
      // The visit that the measurement was stored with may by now be a continuation from the day
      // before.
      if (visitors.has(keyOf(hit.site.id, hit.visitor))) state ??= earlier.findLast(isBefore);
      if (!state) {
        orphans.add(coded);
        continue;
      }
    }
    const isNew = state === undefined;
    state ??= open(coded, own);
    const isContinued = state.visit.visitorId !== hit.visitor;
    let flags = isMeasurement(hit.kind) ? 0 : meet(coded, isContinued ? earlierSelf : '0');
    if (isNew) flags |= EVENT_FLAGS.entry;
    if (hit.isPassive) flags |= EVENT_FLAGS.passive;
    if (hit.opensVisit) flags |= EVENT_FLAGS.opensVisit;
    const engagedMs = Math.min(hit.engagedMs, MAX_VISIT_ENGAGED_MS - state.visit.engagedMs);
    const scroll = scrollOf(state.visit, coded);
    state.visit = extend(state.visit, coded, { engagedMs, scroll });
    state.timezone = hit.site.timezone;
    touched.add(state);
    events.push({
      ts: hit.ts,
      visitId: state.visit.visitId,
      websiteId: hit.site.id,
      pageId: coded.pageId,
      nameId: coded.nameId,
      engagedMs,
      kind: EVENT_KINDS[hit.kind],
      scroll,
      flags,
      props: hit.props,
      timezone: hit.site.timezone,
    });
  }

  return {
    events,
    visits: [...touched].map(({ before, visit, timezone }) => ({ before, after: visit, timezone })),
    visitors: [...visitors.values()].filter(({ isChanged }) => isChanged).map(({ visitor }) => visitor),
    orphans,
  };
};
