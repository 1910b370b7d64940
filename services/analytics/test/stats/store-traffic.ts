import type { Database } from '@platform/database';

import { localDay } from '../../src/calendar/local-day.ts';
import {
  EVENT_FLAGS,
  firstTodayBit,
  HIT_DIMENSIONS,
  numberOf,
} from '../../src/dimensions/dimension-names.ts';
import type { StoredDimension } from '../../src/dimensions/dimension-names.ts';
import { monthOf } from '../../src/partitions/month.ts';
import type { Month } from '../../src/partitions/month.ts';
import { createPartitionsStore } from '../../src/partitions/partitions-store.ts';
import type { Traffic } from './random-traffic.ts';

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
