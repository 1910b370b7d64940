import type pg from 'pg';

import { FIRST_VISIT_DIMENSION, VISIT_COLUMNS } from './dimensions.ts';

const VISIT_DIMENSIONS = VISIT_COLUMNS.map(
  (column, index) => `(${FIRST_VISIT_DIMENSION + index}, v.${column})`,
);

/**
 * Each rollup of services/analytics (its docs/storage.md), counted from the raw rows of the
 * websites $1 to $2. In the order of time, as the service writes them: in the order of a hash table
 * a website's days lie scattered over the whole table, and what is measured is the reading of
 * blocks that a table filled by the service doesn't have.
 */
const ROLLUPS = [
  `INSERT INTO rollup_quarters
     (website_id, bucket, pageviews, visitors, events, engaged_ms, scroll, visits, bounces, duration_s)
   SELECT website_id, bucket, sum(pageviews), sum(visitors), sum(events), sum(engaged_ms), sum(scroll), sum(visits),
     sum(bounces), sum(duration_s)
   FROM (
     SELECT website_id, date_bin('15 minutes', ts, 'epoch') AS bucket, count(*) FILTER (WHERE kind = 0) AS pageviews,
       sum(flags & 1) AS visitors, count(*) FILTER (WHERE kind = 1) AS events, sum(engaged_ms) AS engaged_ms,
       sum(scroll) AS scroll, 0 AS visits, 0 AS bounces, 0 AS duration_s
     FROM events WHERE website_id BETWEEN $1 AND $2 GROUP BY 1, 2
     UNION ALL
     SELECT website_id, date_bin('15 minutes', started_at, 'epoch'), 0, 0, 0, 0, 0, count(*),
       count(*) FILTER (WHERE pageviews = 1 AND events = 0), sum(floor(extract(epoch FROM last_at - started_at)))
     FROM visits WHERE website_id BETWEEN $1 AND $2 GROUP BY 1, 2
   ) AS parts GROUP BY website_id, bucket ORDER BY bucket, website_id`,
  `INSERT INTO rollup_pages (website_id, day, page_id, pageviews, visitors, engaged_ms, scroll, entries, exits)
   SELECT website_id, day, page_id, sum(pageviews), sum(visitors), sum(engaged_ms), sum(scroll), sum(entries), sum(exits)
   FROM (
     SELECT e.website_id, (e.ts AT TIME ZONE w.timezone)::date AS day, e.page_id,
       count(*) FILTER (WHERE e.kind = 0) AS pageviews, count(*) FILTER (WHERE e.kind = 0 AND e.flags & 4 > 0) AS visitors,
       sum(e.engaged_ms) AS engaged_ms, sum(e.scroll) AS scroll, 0 AS entries, 0 AS exits
     FROM events e JOIN websites w ON w.id = e.website_id
     WHERE e.website_id BETWEEN $1 AND $2 AND e.kind <> 1 AND e.page_id <> 0 GROUP BY 1, 2, 3
     UNION ALL
     SELECT v.website_id, (v.started_at AT TIME ZONE w.timezone)::date, p.page_id, 0, 0, 0, 0, sum(p.entries), sum(p.exits)
     FROM visits v JOIN websites w ON w.id = v.website_id
     CROSS JOIN LATERAL (VALUES (v.entry_page_id, 1, 0), (v.exit_page_id, 0, 1)) AS p (page_id, entries, exits)
     WHERE v.website_id BETWEEN $1 AND $2 AND p.page_id <> 0 GROUP BY 1, 2, 3
   ) AS parts GROUP BY website_id, day, page_id ORDER BY day, website_id`,
  `INSERT INTO rollup_values (website_id, dimension, day, value_id, visits, visitors, hits)
   SELECT v.website_id, d.dimension, (v.started_at AT TIME ZONE w.timezone)::date, d.value_id, count(*),
     sum((v.first_today >> d.dimension) & 1), 0
   FROM visits v JOIN websites w ON w.id = v.website_id
   CROSS JOIN LATERAL (VALUES ${VISIT_DIMENSIONS.join(', ')}) AS d (dimension, value_id)
   WHERE v.website_id BETWEEN $1 AND $2 AND d.value_id <> 0 GROUP BY 1, 2, 3, 4
   UNION ALL
   SELECT e.website_id, 2, (e.ts AT TIME ZONE w.timezone)::date, e.name_id, 0, count(*) FILTER (WHERE e.flags & 4 > 0), count(*)
   FROM events e JOIN websites w ON w.id = e.website_id
   WHERE e.website_id BETWEEN $1 AND $2 AND e.kind = 1 GROUP BY 1, 3, 4 ORDER BY 3, 1, 2`,
];

/**
 * Counts the rollups of websites that had none, all at once. @param connect makes a connection,
 * which is ended
 */
export const countRollups = async (
  connect: () => Promise<pg.Client>,
  firstId: number,
  lastId: number,
): Promise<void> => {
  await Promise.all(
    ROLLUPS.map(async (sql) => {
      const client = await connect();
      try {
        await client.query(`SET work_mem = '256MB'`);
        await client.query(sql, [firstId, lastId]);
      } finally {
        await client.end();
      }
    }),
  );
};
