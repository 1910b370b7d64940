import type { Database } from '@platform/database';

import { DIMENSIONS } from '../../src/dimensions/dimensions.ts';

import { EVENT_FLAGS, EVENT_KINDS } from '../../src/dimensions/event-kinds.ts';
import { firstTodayBit, HIT_DIMENSIONS, numberOf } from '../../src/dimensions/stored-dimensions.ts';
import type { StoredDimension } from '../../src/dimensions/stored-dimensions.ts';
import { monthOf } from '../../src/partitions/month.ts';
import type { Month } from '../../src/partitions/month.ts';
import { createPartitionsStore } from '../../src/partitions/partitions-store.ts';
import { addDays } from '../../src/calendar/local-day.ts';
import { localDay, startOfDay } from '../../src/calendar/zone-day.ts';

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
          : { ...common, kind: EVENT_KINDS.pageview },
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

/**
 * Writes traffic as the tables' description says, with the rollups counted from it one row at a
 * time.
 */
export const storeTraffic = async (database: Database, traffic: Traffic): Promise<void> => {
  const { websiteId, zone, visits } = traffic;
  const ids = new Map<string, number>();
  const dictionary: object[] = [];
  const idOf = (dimension: StoredDimension, value: string): number => {
    if (value === '') return 0;
    const key = `${dimension} ${value}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = ids.size + 1;
    ids.set(key, id);
    dictionary.push({
      website_id: websiteId,
      id,
      dimension: numberOf(dimension),
      value,
      title: dimension === 'page' ? `Title of ${value}` : null,
    });
    return id;
  };
  const rollups = new Map<string, Record<string, number>>();
  const add = (table: string, key: (string | number)[], sums: Record<string, number>): void => {
    const name = JSON.stringify([table, ...key]);
    const row = rollups.get(name) ?? {};
    for (const [sum, value] of Object.entries(sums)) row[sum] = (row[sum] ?? 0) + value;
    rollups.set(name, row);
  };
  const quarter = (ts: number): string => new Date(Math.floor(ts / 900_000) * 900_000).toISOString();

  const months = new Set<Month>();
  const eventRows: object[] = [];
  const visitRows: object[] = [];
  for (const visit of visits) {
    const day = localDay(zone, visit.startedAt);
    months.add(monthOf(visit.startedAt));
    const views = visit.events.filter((event) => event.kind === 0).length;
    const custom = visit.events.filter((event) => event.kind === 1).length;
    const sum = (key: 'engaged' | 'scroll'): number =>
      visit.events.reduce((total, event) => total + event[key], 0);
    visitRows.push({
      website_id: websiteId,
      visitor_id: visit.visitorId,
      visit_id: visit.visitId,
      started_at: new Date(visit.startedAt),
      last_at: new Date(visit.lastAt),
      pageviews: views,
      events: custom,
      engaged_ms: sum('engaged'),
      scroll: sum('scroll'),
      first_today: visit.firstToday,
      entry_page_id: idOf('page', visit.entryPage),
      exit_page_id: idOf('page', visit.exitPage),
      ...Object.fromEntries(HIT_DIMENSIONS.map((name) => [`${name}_id`, idOf(name, visit.values[name]!)])),
    });
    add('rollup_quarters', [quarter(visit.startedAt)], {
      visits: 1,
      bounces: views === 1 && custom === 0 ? 1 : 0,
      duration_s: Math.floor((visit.lastAt - visit.startedAt) / 1000),
    });
    add('rollup_pages', [day, idOf('page', visit.entryPage)], { entries: 1 });
    if (visit.exitPage !== '') add('rollup_pages', [day, idOf('page', visit.exitPage)], { exits: 1 });
    for (const name of HIT_DIMENSIONS)
      if (visit.values[name] !== '')
        add('rollup_values', [numberOf(name), day, idOf(name, visit.values[name]!)], {
          visits: 1,
          visitors: visit.firstToday & firstTodayBit(name) ? 1 : 0,
        });
    for (const event of visit.events) {
      months.add(monthOf(event.ts));
      const eventDay = localDay(zone, event.ts);
      eventRows.push({
        website_id: websiteId,
        ts: new Date(event.ts),
        visit_id: event.visitId,
        kind: event.kind,
        flags: event.flags,
        page_id: idOf('page', event.page),
        name_id: idOf('event', event.name),
        engaged_ms: event.engaged,
        scroll: event.scroll,
        props: JSON.stringify(event.props),
      });
      const counts = { pageviews: event.kind === 0 ? 1 : 0, engaged_ms: event.engaged, scroll: event.scroll };
      add('rollup_quarters', [quarter(event.ts)], {
        ...counts,
        events: event.kind === 1 ? 1 : 0,
        visitors: event.flags & 1,
      });
      const firstOfValue = event.flags & EVENT_FLAGS.firstOfValueToday ? 1 : 0;
      if (event.kind !== 1)
        add('rollup_pages', [eventDay, idOf('page', event.page)], { ...counts, visitors: firstOfValue });
      else
        add('rollup_values', [numberOf('event'), eventDay, idOf('event', event.name)], {
          hits: 1,
          visitors: firstOfValue,
        });
    }
  }
  for (const month of months) await createPartitionsStore(database).ensure(month);
  const keyColumns: Record<string, string[]> = {
    rollup_quarters: ['bucket'],
    rollup_pages: ['day', 'page_id'],
    rollup_values: ['dimension', 'day', 'value_id'],
  };
  const zeros: Record<string, Record<string, number>> = {
    rollup_quarters: {
      duration_s: 0,
      engaged_ms: 0,
      scroll: 0,
      pageviews: 0,
      visitors: 0,
      visits: 0,
      bounces: 0,
      events: 0,
    },
    rollup_pages: { engaged_ms: 0, scroll: 0, pageviews: 0, visitors: 0, entries: 0, exits: 0 },
    rollup_values: { visitors: 0, visits: 0, hits: 0 },
  };
  await database.batchInsert('dictionary', dictionary, 500);
  await database.batchInsert('events', eventRows, 500);
  await database.batchInsert('visits', visitRows, 500);
  for (const table of Object.keys(keyColumns)) {
    const rows = [...rollups].flatMap(([name, sums]) => {
      const [owner, ...key] = JSON.parse(name) as (string | number)[];
      if (owner !== table) return [];
      return [
        {
          website_id: websiteId,
          ...Object.fromEntries(keyColumns[table]!.map((column, index) => [column, key[index]])),
          ...zeros[table],
          ...sums,
        },
      ];
    });
    await database.batchInsert(table, rows, 500);
  }
};
