import type pg from 'pg';

import { FIRST_VISIT_DIMENSION, VISIT_COLUMNS } from '../../src/bulk/dimensions.ts';
import { localDay } from '@platform/traffic';

type Row = Record<string, number> & { ts: Date; started_at: Date; last_at: Date };

/** Sums by key; rows of zeros only are left out. */
const createSums = () => {
  const sums = new Map<string, number[]>();
  return {
    add(key: readonly (string | number)[], amounts: readonly number[]): void {
      const known = sums.get(key.join(' ')) ?? amounts.map(() => 0);
      sums.set(
        key.join(' '),
        known.map((amount, index) => amount + (amounts[index] ?? 0)),
      );
    },
    list: (): string[] =>
      [...sums]
        .filter(([, amounts]) => amounts.some((amount) => amount !== 0))
        .map(([key, amounts]) => `${key}: ${amounts.join(' ')}`)
        .sort(),
  };
};

const quarterOf = (instant: Date): string =>
  new Date(Math.floor(instant.getTime() / 900_000) * 900_000).toISOString();

/** A website's rollups, counted from its rows one by one. */
export const recount = async (
  client: pg.Client,
  websiteId: number,
  timezone: string,
): Promise<Record<string, string[]>> => {
  const [quarters, pages, values] = [createSums(), createSums(), createSums()];
  const read = async (table: string): Promise<Row[]> =>
    (await client.query<Row>(`SELECT * FROM ${table} WHERE website_id = $1`, [websiteId])).rows;
  for (const { ts, kind, flags, page_id, name_id, engaged_ms, scroll } of await read('events')) {
    const day = localDay(timezone, ts.getTime());
    const [isView, isEvent, isFirst] = [Number(kind === 0), Number(kind === 1), Number((flags! & 4) > 0)];
    quarters.add([quarterOf(ts)], [isView, flags! & 1, 0, 0, isEvent, 0, engaged_ms!, scroll!]);
    if (isEvent) values.add([day, 2, name_id!], [isFirst, 0, 1]);
    else pages.add([day, page_id!], [isView, isView * isFirst, 0, 0, engaged_ms!, scroll!]);
  }
  for (const visit of await read('visits')) {
    const { started_at: start, last_at: end, pageviews, events, first_today: first } = visit;
    const day = localDay(timezone, start.getTime());
    const seconds = Math.floor((end.getTime() - start.getTime()) / 1_000);
    quarters.add([quarterOf(start)], [0, 0, 1, Number(pageviews === 1 && events === 0), 0, seconds, 0, 0]);
    pages.add([day, visit['entry_page_id']!], [0, 0, 1, 0, 0, 0]);
    pages.add([day, visit['exit_page_id']!], [0, 0, 0, 1, 0, 0]);
    VISIT_COLUMNS.forEach((column, index) => {
      const dimension = FIRST_VISIT_DIMENSION + index;
      if (visit[column] !== 0)
        values.add([day, dimension, visit[column]!], [(first! >> dimension) & 1, 1, 0]);
    });
  }
  return { quarters: quarters.list(), pages: pages.list(), values: values.list() };
};

/** The rollups as they are stored. */
export const readRollups = async (
  client: pg.Client,
  websiteId: number,
): Promise<Record<string, string[]>> => {
  const read = async (key: string, amounts: string, table: string): Promise<string[]> => {
    const { rows } = await client.query<{ key: string; amounts: string }>(
      `SELECT concat_ws(' ', ${key}) AS key, concat_ws(' ', ${amounts}) AS amounts FROM ${table} WHERE website_id = $1`,
      [websiteId],
    );
    return rows.map((row) => `${row.key}: ${row.amounts}`).sort();
  };
  const bucket = `to_char(bucket AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`;
  return {
    quarters: await read(
      bucket,
      'pageviews, visitors, visits, bounces, events, duration_s, engaged_ms, scroll',
      'rollup_quarters',
    ),
    pages: await read(
      'day, page_id',
      'pageviews, visitors, entries, exits, engaged_ms, scroll',
      'rollup_pages',
    ),
    values: await read('day, dimension, value_id', 'visitors, visits, hits', 'rollup_values'),
  };
};
