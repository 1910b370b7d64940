import type { DateRange } from '../../src/calendar/date-range.ts';
import { localDay } from '../../src/calendar/local-day.ts';
import { toWallClock } from '../../src/calendar/wall-clock.ts';
import type { GroupBy, TimeDimension } from '../../src/dimensions/dimension-names.ts';
import { NO_SUMS } from '../../src/metrics/metrics.ts';
import type { Sums } from '../../src/metrics/metrics.ts';
import { conditionsOf } from '../../src/stats/query/filter.ts';
import type { Condition, Filter } from '../../src/stats/query/filter.ts';
import type { RawEvent, RawVisit, Traffic } from './random-traffic.ts';

/**
 * docs/metrics.md again, as slow and plain as can be: filter a list of what happened, put it into
 * boxes, count each box. Shares no query, no rollup and no bucket with the store.
 */

/** One thing that happened: an event with its visit, or the start of a visit. */
interface Happening {
  visit: RawVisit;
  event: RawEvent | undefined;
  ts: number;
}

export interface ReferenceQuestion {
  range: DateRange;
  groupBy: readonly GroupBy[];
  filter: Filter;
}

const valueOf = (name: GroupBy, { visit, event }: Happening): string => {
  if (name === 'page') return event?.page ?? '';
  if (name === 'event') return event?.name ?? '';
  if (name === 'entry_page') return visit.entryPage;
  if (name === 'exit_page') return visit.exitPage;
  if (name.startsWith('prop:')) return String(event?.props[name.slice(5)] ?? '');
  return visit.values[name] ?? '';
};

type Names = readonly string[];

/** True for what is counted where these dimensions are asked for. */
const isCounted = (names: Names, event: RawEvent | undefined): boolean => {
  if (names.includes('event')) return event?.kind === 1;
  const properties = names.filter((name) => name.startsWith('prop:')).map((name) => name.slice(5));
  if (properties.length === 0) return event?.kind === 0;
  return event?.kind === 1 || (event?.kind === 0 && properties.some((name) => name in event.props));
};

const patternFits = (pattern: string, value: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  ).test(value);

const conditionHolds = ({ dimension, operator, values }: Condition, happening: Happening): boolean => {
  const value = valueOf(dimension, happening);
  switch (operator) {
    case 'is':
      return values.includes(value);
    case 'is_not':
      return !values.includes(value);
    case 'contains':
      return value !== '' && values.some((piece) => value.toLowerCase().includes(piece.toLowerCase()));
    case 'matches':
      return value !== '' && values.some((pattern) => patternFits(pattern, value));
    case 'contains_not':
      return !conditionHolds({ dimension, values, operator: 'contains' }, happening);
    case 'matches_not':
      return !conditionHolds({ dimension, values, operator: 'matches' }, happening);
  }
};

const holds = (filter: Filter, happening: Happening): boolean => {
  if ('and' in filter) return filter.and.every((inner) => holds(inner, happening));
  if ('or' in filter) return filter.or.some((inner) => holds(inner, happening));
  if ('what' in filter) {
    const { visit } = happening;
    const names = conditionsOf(filter.what).map(({ dimension }) => dimension);
    const did = visit.events.some(
      (event) => isCounted(names, event) && holds(filter.what, { visit, event, ts: event.ts }),
    );
    return did === filter.done;
  }
  return conditionHolds(filter, happening);
};

const days = new Map<string, string>();

/** The local day of a time, looked up once for each. */
const dayOf = (zone: string, ts: number): string => {
  const key = `${zone} ${ts}`;
  const day = days.get(key) ?? localDay(zone, ts);
  days.set(key, day);
  return day;
};

const fullHours = new Map<string, number>();

/**
 * The latest minute at or before a time at which the zone's clock showed a full hour; one step back
 * at a time.
 */
const fullHour = (ts: number, zone: string): number => {
  const minute = Math.floor(ts / 60_000) * 60_000;
  const known = fullHours.get(`${zone} ${minute}`);
  if (known !== undefined) return known;
  let start = minute;
  while (new Date(toWallClock(zone, start)).getUTCMinutes() !== 0) start -= 60_000;
  fullHours.set(`${zone} ${minute}`, start);
  return start;
};

const timeKey = (name: TimeDimension, ts: number, zone: string): string => {
  const day = dayOf(zone, ts);
  switch (name) {
    case 'time:minute':
      return String(Math.floor(ts / 60_000) * 60_000);
    case 'time:hour':
      return String(fullHour(ts, zone));
    case 'time:day':
      return day;
    case 'time:week': {
      const date = new Date(day);
      date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
      return date.toISOString().slice(0, 10);
    }
    case 'time:month':
      return day.slice(0, 7);
    case 'time:year':
      return day.slice(0, 4);
  }
};

const isTimeName = (name: GroupBy): name is TimeDimension => name.startsWith('time:');

const visitSums = (visits: ReadonlySet<RawVisit>): Pick<Sums, 'visits' | 'bounces' | 'duration'> => ({
  visits: visits.size,
  bounces: [...visits].filter(
    ({ events }) => events.filter((e) => e.kind === 0).length === 1 && events.every((e) => e.kind !== 1),
  ).length,
  duration: [...visits].reduce((sum, visit) => sum + Math.floor((visit.lastAt - visit.startedAt) / 1000), 0),
});

const eventSums = (
  events: readonly RawEvent[],
): Pick<Sums, 'pageviews' | 'events' | 'engaged' | 'scroll'> => ({
  pageviews: events.filter((event) => event.kind === 0).length,
  events: events.filter((event) => event.kind === 1).length,
  engaged: events.reduce((sum, event) => sum + event.engaged, 0),
  scroll: events.reduce((sum, event) => sum + event.scroll, 0),
});

/** Rows of sums by the JSON of their keys. */
export const reference = ({ visits, zone }: Traffic, question: ReferenceQuestion): Map<string, Sums> => {
  const dimensions = [
    ...question.groupBy.filter((name) => !isTimeName(name)),
    ...conditionsOf(question.filter).map((c) => c.dimension),
  ];
  const isFiltered = conditionsOf(question.filter).length > 0;
  const ofEvents = dimensions.some((name) => name === 'event' || name.startsWith('prop:'));
  const ofPages = !ofEvents && dimensions.includes('page');
  const ofVisits = !ofEvents && !ofPages && dimensions.length > 0;
  const onlyItself = !isFiltered && ['page', 'event'].includes(dimensions.join());

  const inRange = (ts: number): boolean => {
    const day = dayOf(zone, ts);
    return day >= question.range.from && day <= question.range.to;
  };
  const starts = visits.map((visit): Happening => ({ visit, event: undefined, ts: visit.startedAt }));
  const events = visits.flatMap((visit) =>
    visit.events.map((event): Happening => ({ visit, event, ts: event.ts })),
  );

  const boxes = (happenings: readonly Happening[]): Map<string, Happening[]> => {
    const map = new Map<string, Happening[]>();
    for (const happening of happenings) {
      if (!inRange(happening.ts) || !holds(question.filter, happening)) continue;
      const keys = question.groupBy.map((name) =>
        isTimeName(name) ? timeKey(name, happening.ts, zone) : valueOf(name, happening),
      );
      if (keys.includes('')) continue;
      const key = JSON.stringify(keys);
      const box = map.get(key);
      if (box === undefined) map.set(key, [happening]);
      else box.push(happening);
    }
    return map;
  };

  if (ofVisits)
    return new Map(
      [...boxes(starts)].map(([key, box]) => [
        key,
        {
          visitors: new Set(box.map(({ visit }) => visit.visitorId)).size,
          ...visitSums(new Set(box.map(({ visit }) => visit))),
          ...eventSums(box.flatMap(({ visit }) => visit.events)),
        },
      ]),
    );
  if (ofPages || ofEvents) {
    const rows = boxes(
      events.filter(({ event }) => (ofPages ? event?.kind !== 1 : isCounted(dimensions, event))),
    );
    return new Map(
      [...rows].flatMap(([key, box]) => {
        const hits = box.filter(({ event }) => isCounted(dimensions, event));
        if (hits.length === 0) return [];
        const visitorDays = new Set(hits.map(({ visit, ts }) => `${visit.visitorId} ${dayOf(zone, ts)}`))
          .size;
        const flagged = hits.filter(({ event }) => (event?.flags ?? 0) & 4).length;
        const sums: Sums = {
          visitors: onlyItself ? flagged : visitorDays,
          ...visitSums(new Set(hits.map(({ visit }) => visit))),
          ...eventSums(box.flatMap(({ event }) => (event === undefined ? [] : [event]))),
        };
        return [[key, sums] as const];
      }),
    );
  }
  const result = new Map<string, Sums>();
  for (const [key, box] of boxes(starts))
    result.set(key, { ...NO_SUMS, ...visitSums(new Set(box.map(({ visit }) => visit))) });
  for (const [key, box] of boxes(events)) {
    const inBox = box.flatMap(({ event }) => (event === undefined ? [] : [event]));
    result.set(key, {
      ...(result.get(key) ?? NO_SUMS),
      ...eventSums(inBox),
      visitors: inBox.filter((event) => event.flags & 1).length,
    });
  }
  return result;
};
