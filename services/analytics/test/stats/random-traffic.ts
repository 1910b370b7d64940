import { addDays, localDay, startOfDay } from '../../src/calendar/local-day.ts';
import {
  EVENT_FLAGS,
  EVENT_KINDS,
  firstTodayBit,
  HIT_DIMENSIONS,
} from '../../src/dimensions/dimension-names.ts';
import { DIMENSIONS } from '../../src/dimensions/dimensions.ts';

/** A stream of numbers in [0, 1) that is the same for the same seed (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

export interface RawEvent {
  ts: number;
  visitId: number;
  kind: number;
  flags: number;
  page: string;
  name: string;
  engaged: number;
  scroll: number;
  props: Record<string, string | number | boolean>;
}

export interface RawVisit {
  visitId: number;
  visitorId: number;
  startedAt: number;
  lastAt: number;
  firstToday: number;
  values: Record<string, string>;
  entryPage: string;
  exitPage: string;
  events: RawEvent[];
}

export interface Traffic {
  websiteId: number;
  zone: string;
  visits: RawVisit[];
}

/** Values by dimension, as the dimensions give them. */
const VALUES = new Map<string, readonly string[]>(DIMENSIONS.map(({ id, examples }) => [id, examples]));
const valuesOf = (dimension: string): readonly string[] => VALUES.get(dimension) ?? [''];
const PAGES = valuesOf('page');
const NAMES = valuesOf('event');

/**
 * Visits of people who come back, on the same day and over midnight, in a range of days of a zone.
 */
export const randomTraffic = (options: {
  websiteId: number;
  zone: string;
  from: string;
  days: number;
  visits: number;
  seed: number;
}): Traffic => {
  const random = seededRandom(options.seed);
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!;
  const people = Math.ceil(options.visits / 6);
  const seen = new Set<string>();
  const isFirst = (...key: (string | number)[]): boolean => {
    const text = JSON.stringify(key);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  };
  const starts = Array.from({ length: options.visits }, () => {
    const day = Math.floor(random() * options.days);
    // Each sixth visit begins just before midnight, so that some run over it.
    const start = startOfDay(options.zone, addDays(options.from, day));
    const next = startOfDay(options.zone, addDays(options.from, day + 1));
    return random() < 1 / 6
      ? next - Math.floor(random() * 1_200_000) - 1
      : start + Math.floor(random() * (next - start));
  }).sort((a, b) => a - b);

  const visits = starts.map((startedAt, index): RawVisit => {
    const person = Math.floor(random() * people);
    const day = localDay(options.zone, startedAt);
    const visitId = index + 1;
    const values = Object.fromEntries(HIT_DIMENSIONS.map((name) => [name, pick(valuesOf(name))]));
    const visitorId = person * 100_000 + Math.round(Date.parse(day) / 86_400_000);
    const events: RawEvent[] = [];
    let ts = startedAt;
    const count = random() < 0.4 ? 1 : 1 + Math.floor(random() * 6);
    for (let step = 0; step < count; step += 1) {
      const page = pick(PAGES);
      const isEvent = random() < 0.2;
      const common = { ts, visitId, page, engaged: 0, scroll: 0, flags: 0, name: '', props: {} };
      events.push(
        isEvent
          ? {
              ...common,
              kind: EVENT_KINDS.event,
              name: pick(NAMES),
              props:
                random() < 0.6
                  ? { plan: pick(['free', 'pro', '50%_off']), seats: Math.ceil(random() * 3) }
                  : {},
            }
          : {
              ...common,
              kind: EVENT_KINDS.pageview,
              props: (index + step) % 5 === 0 ? { plan: 'pro' } : {},
            },
      );
      if (random() < 0.5)
        events.push({
          ...common,
          ts: ts + 500,
          kind: EVENT_KINDS.engagement,
          engaged: Math.floor(random() * 60_000),
          scroll: Math.floor(random() * 100),
        });
      ts += 1000 + Math.floor(random() * 600_000);
    }
    const counted = events.filter((event) => event.kind !== EVENT_KINDS.engagement);
    return {
      visitId,
      visitorId,
      startedAt,
      values,
      events,
      firstToday: 0,
      lastAt: events.at(-1)!.ts,
      entryPage: counted[0]!.page,
      exitPage: counted.filter((event) => event.kind === EVENT_KINDS.pageview).at(-1)?.page ?? '',
    };
  });

  for (const visit of visits) {
    const day = localDay(options.zone, visit.startedAt);
    if (isFirst('visit', visit.visitorId, day)) visit.firstToday |= 1;
    for (const name of HIT_DIMENSIONS)
      if (visit.values[name] !== '' && isFirst(name, visit.visitorId, visit.values[name]!))
        visit.firstToday |= firstTodayBit(name);
  }
  const all = visits
    .flatMap((visit) => visit.events.map((event) => ({ visit, event })))
    .sort((a, b) => a.event.ts - b.event.ts);
  for (const { visit, event } of all) {
    if (event.kind === EVENT_KINDS.engagement) continue;
    const person = Math.floor(visit.visitorId / 100_000);
    const day = localDay(options.zone, event.ts);
    if (isFirst('event', person, day)) event.flags |= EVENT_FLAGS.firstToday;
    if (isFirst('value', person, day, event.kind, event.kind === EVENT_KINDS.event ? event.name : event.page))
      event.flags |= EVENT_FLAGS.firstOfValueToday;
  }
  return { websiteId: options.websiteId, zone: options.zone, visits };
};
