import type { Database } from '@platform/database';

import { DIMENSIONS } from '../../src/dimensions/dimensions.ts';

type Row = Record<string, unknown>;

/** Reads the rollups of a website, except for rows of zeros only, as comparable text. */
export const readRollups = (database: Database, websiteId: number) =>
  readAll(database, websiteId, {
    quarters: `SELECT bucket::text, pageviews, visitors, visits, bounces, events, duration_s, engaged_ms, scroll
      FROM rollup_quarters WHERE website_id = :id`,
    pages: `SELECT day::text, page_id, pageviews, visitors, entries, exits, engaged_ms, scroll
      FROM rollup_pages WHERE website_id = :id`,
    values: `SELECT dimension, day::text, value_id, visitors, visits, hits FROM rollup_values WHERE website_id = :id`,
  });

const DIMENSION_NUMBERS = DIMENSIONS.filter(({ scope }) => scope === 'visit')
  .map(({ number, column }) => `(${number}, ${column})`)
  .join(', ');

/** The same, recounted from the raw events and visits by PostgreSQL, with its own calendar. */
export const recount = (database: Database, websiteId: number, timezone: string) =>
  readAll(
    database,
    websiteId,
    {
      quarters: `
        SELECT bucket::text, sum(pageviews) AS pageviews, sum(visitors) AS visitors, sum(visits) AS visits,
          sum(bounces) AS bounces, sum(events) AS events, sum(duration_s) AS duration_s,
          sum(engaged_ms) AS engaged_ms, sum(scroll) AS scroll
        FROM (
          SELECT date_bin('15 minutes', ts, 'epoch') AS bucket, (kind = 0)::int AS pageviews, flags & 1 AS visitors,
            0 AS visits, 0 AS bounces, (kind = 1)::int AS events, 0 AS duration_s, engaged_ms, scroll
          FROM events WHERE website_id = :id
          UNION ALL
          SELECT date_bin('15 minutes', started_at, 'epoch'), 0, 0, 1, (pageviews = 1 AND events = passive_events)::int, 0,
            floor(extract(epoch FROM last_at - started_at)), 0, 0
          FROM visits WHERE website_id = :id
        ) AS parts GROUP BY bucket`,
      pages: `
        SELECT day::text, page_id, sum(pageviews) AS pageviews, sum(visitors) AS visitors, sum(entries) AS entries,
          sum(exits) AS exits, sum(engaged_ms) AS engaged_ms, sum(scroll) AS scroll
        FROM (
          SELECT (ts AT TIME ZONE :timezone)::date AS day, page_id, (kind = 0)::int AS pageviews,
            (kind = 0 AND flags & 4 > 0)::int AS visitors, 0 AS entries, 0 AS exits, engaged_ms, scroll
          FROM events WHERE website_id = :id AND kind <> 1
          UNION ALL
          SELECT (started_at AT TIME ZONE :timezone)::date, entry_page_id, 0, 0, 1, 0, 0, 0 FROM visits WHERE website_id = :id
          UNION ALL
          SELECT (started_at AT TIME ZONE :timezone)::date, exit_page_id, 0, 0, 0, 1, 0, 0 FROM visits WHERE website_id = :id
        ) AS parts WHERE page_id <> 0 GROUP BY day, page_id`,
      values: `
        SELECT dimension, day::text, value_id, sum(visitors) AS visitors, sum(visits) AS visits, sum(hits) AS hits
        FROM (
          SELECT d.dimension, (started_at AT TIME ZONE :timezone)::date AS day, d.value_id,
            (first_today >> d.dimension) & 1 AS visitors, 1 AS visits, 0 AS hits
          FROM visits CROSS JOIN LATERAL (VALUES ${DIMENSION_NUMBERS}) AS d (dimension, value_id) WHERE website_id = :id
          UNION ALL
          SELECT 2, (ts AT TIME ZONE :timezone)::date, name_id, (flags & 4) / 4, 0, 1
          FROM events WHERE website_id = :id AND kind = 1
        ) AS parts WHERE value_id <> 0 GROUP BY dimension, day, value_id`,
    },
    timezone,
  );

const KEYS = new Set(['bucket', 'day', 'page_id', 'value_id', 'dimension']);

const readAll = async (
  database: Database,
  websiteId: number,
  queries: Record<string, string>,
  timezone = 'UTC',
): Promise<Record<string, string[]>> => {
  const read = async (sql: string): Promise<string[]> => {
    const { rows } = await database.raw<{ rows: Row[] }>(sql, { id: websiteId, timezone });
    return rows
      .filter((row) => Object.entries(row).some(([name, value]) => !KEYS.has(name) && Number(value) !== 0))
      .map((row) =>
        Object.entries(row)
          .map(([name, value]) => `${name}=${String(value)}`)
          .sort()
          .join(' '),
      )
      .sort();
  };
  const entries = await Promise.all(
    Object.entries(queries).map(async ([name, sql]) => [name, await read(sql)] as const),
  );
  return Object.fromEntries(entries);
};
