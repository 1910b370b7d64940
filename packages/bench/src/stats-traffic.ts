import type pg from 'pg';

/** How much traffic is made: one large website and many small ones, over a year that ends today. */
export interface StatsTraffic {
  readonly largeVisits: number;
  readonly smallSites: number;
  readonly smallVisits: number;
  readonly days: number;
}

const LARGE_SITE = 1;
const PAGES = 2_000;

/** Values of a dimension for every website; ids follow one another. */
const VALUES: readonly (readonly [name: string, dimension: number, count: number])[] = [
  ['page', 1, PAGES],
  ['event', 2, 10],
  ['referrer', 3, 300],
  ['channel', 4, 8],
  ['utm_source', 5, 20],
  ['utm_medium', 6, 6],
  ['utm_campaign', 7, 40],
  ['utm_term', 8, 20],
  ['utm_content', 9, 10],
  ['country', 10, 60],
  ['region', 11, 200],
  ['city', 12, 800],
  ['browser', 13, 8],
  ['os', 14, 7],
  ['device', 15, 4],
  ['language', 16, 30],
  ['screen', 17, 40],
];

const firstId = (name: string): number => {
  const index = VALUES.findIndex(([value]) => value === name);
  return 1 + VALUES.slice(0, index).reduce((sum, [, , count]) => sum + count, 0);
};

/** A value by a skewed draw: the first ones are by far the most frequent. */
const skewed = (name: string, power = 3): string => {
  const count = VALUES.find(([value]) => value === name)?.[2] ?? 1;
  return `${firstId(name)} + floor(${count} * random() ^ ${power})::int`;
};

/** With a share of visits that have no value. */
const orNone = (name: string, share: number): string => `CASE WHEN random() < ${share} THEN ${skewed(name)} ELSE 0 END`;

const partitions = (table: string, days: number): string => `
  DO $$ DECLARE month date := date_trunc('month', now() - interval '${days + 1} days'); BEGIN
    WHILE month <= now() + interval '2 days' LOOP
      EXECUTE format('CREATE TABLE IF NOT EXISTS ${table}_y%s PARTITION OF ${table} FOR VALUES FROM (%L) TO (%L)',
        to_char(month, 'YYYY"m"MM'), to_char(month, 'YYYY-MM-DD') || ' 00:00+00', to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00+00');
      month := month + interval '1 month';
    END LOOP; END $$`;

/** Random visits of one website in the order of time: a fifth of them by somebody who was there before on that day. */
const visits = (websiteId: number, count: number, days: number): string => `
  INSERT INTO visits SELECT started_at, started_at + (pageviews - 1) * interval '70 seconds', visitor_id, visit_id, ${websiteId}, pageviews,
    (random() < 0.1)::int, pageviews * 20000, pageviews * 50,
    CASE WHEN row_number() OVER (PARTITION BY visitor_id ORDER BY started_at) = 1 THEN 262143 ELSE 0 END,
    ${skewed('page')}, ${skewed('page')}, ${orNone('referrer', 0.6)}, ${skewed('channel', 2)}, ${orNone('utm_source', 0.1)}, ${orNone('utm_medium', 0.1)},
    ${orNone('utm_campaign', 0.1)}, ${orNone('utm_term', 0.03)}, ${orNone('utm_content', 0.03)}, ${skewed('country')}, ${skewed('region')}, ${skewed('city')},
    ${skewed('browser', 2)}, ${skewed('os', 2)}, ${skewed('device', 2)}, ${skewed('language')}, ${skewed('screen')}
  FROM (SELECT started_at, visit_id, 1 + floor(6 * random() ^ 2.5)::int AS pageviews,
      (extract(epoch FROM date_trunc('day', started_at AT TIME ZONE 'UTC'))::bigint << 20)
        + floor(${Math.max(1, Math.round((count / days) * 1.6))} * random())::bigint * 1000 + ${websiteId} AS visitor_id
    FROM (SELECT now() - interval '${days} days' * (1 - (n + random()) / ${count}.0) AS started_at, n::bigint * 4096 + ${websiteId} AS visit_id
      FROM generate_series(0, ${count} - 1) AS n) AS moments) AS made`;

/** Page views, engagement and custom events of all visits. */
const EVENTS = `
  INSERT INTO events SELECT v.started_at + step * interval '70 seconds', v.visit_id, v.website_id,
    CASE WHEN step = 0 THEN v.entry_page_id ELSE ${skewed('page')} END, 0, 0, 0,
    CASE WHEN step = 0 THEN 2 + (v.first_today & 1) ELSE 0 END + CASE WHEN random() < 0.85 THEN 4 ELSE 0 END, 0, '{}'::jsonb
  FROM visits v CROSS JOIN LATERAL generate_series(0, v.pageviews - 1) AS step
  UNION ALL
  SELECT v.started_at + step * interval '70 seconds' + interval '20 seconds', v.visit_id, v.website_id, v.entry_page_id, 0, 20000, 2, 0, 50, '{}'::jsonb
  FROM visits v CROSS JOIN LATERAL generate_series(0, v.pageviews - 1) AS step WHERE random() < 0.8
  UNION ALL
  SELECT v.started_at + interval '5 seconds', v.visit_id, v.website_id, v.entry_page_id, ${skewed('event')}, 0, 1, 4, 0, '{"plan": "pro"}'::jsonb
  FROM visits v WHERE v.events > 0`;

const VISIT_COLUMNS = VALUES.slice(2).map(([name, dimension]) => `(${dimension}, v.${name}_id)`).join(', ');

/** The rollups, counted from the rows. */
const ROLLUPS = [
  `INSERT INTO rollup_quarters (website_id, bucket, pageviews, visitors, events, engaged_ms, scroll, visits, bounces, duration_s)
   SELECT website_id, date_bin('15 minutes', ts, '2000-01-01Z'), sum(p), sum(u), sum(c), sum(e), sum(s), sum(v), sum(b), sum(d) FROM (
     SELECT website_id, ts, (kind = 0)::int p, flags & 1 u, (kind = 1)::int c, engaged_ms e, scroll s, 0 v, 0 b, 0 d FROM events
     UNION ALL SELECT website_id, started_at, 0, 0, 0, 0, 0, 1, (pageviews = 1 AND events = 0)::int, floor(date_part('epoch', last_at - started_at))::int FROM visits
   ) AS rows GROUP BY 1, 2`,
  `INSERT INTO rollup_pages (website_id, day, page_id, pageviews, visitors, engaged_ms, scroll, entries, exits)
   SELECT website_id, day, page_id, sum(p), sum(u), sum(e), sum(s), sum(n), sum(x) FROM (
     SELECT website_id, (ts AT TIME ZONE 'UTC')::date AS day, page_id, (kind = 0)::int p, (flags >> 2) & 1 u, engaged_ms e, scroll s, 0 n, 0 x FROM events WHERE kind <> 1
     UNION ALL SELECT website_id, (started_at AT TIME ZONE 'UTC')::date, entry_page_id, 0, 0, 0, 0, 1, 0 FROM visits
     UNION ALL SELECT website_id, (started_at AT TIME ZONE 'UTC')::date, exit_page_id, 0, 0, 0, 0, 0, 1 FROM visits
   ) AS rows GROUP BY 1, 2, 3`,
  `INSERT INTO rollup_values (website_id, dimension, day, value_id, visits, visitors, hits)
   SELECT v.website_id, d.dimension, (v.started_at AT TIME ZONE 'UTC')::date, d.id, count(*), sum(v.first_today & 1), 0
   FROM visits v CROSS JOIN LATERAL (VALUES ${VISIT_COLUMNS}) AS d(dimension, id) WHERE d.id <> 0 GROUP BY 1, 2, 3, 4`,
  `INSERT INTO rollup_values (website_id, dimension, day, value_id, visits, visitors, hits)
   SELECT website_id, 2, (ts AT TIME ZONE 'UTC')::date, name_id, 0, sum((flags >> 2) & 1), count(*) FROM events WHERE kind = 1 GROUP BY 1, 3, 4`,
];

/** Fills an empty, migrated analytics schema. @returns the number of raw events */
export const makeStatsTraffic = async (client: pg.Client, traffic: StatsTraffic, log: (line: string) => void): Promise<number> => {
  const { largeVisits, smallSites, smallVisits, days } = traffic;
  await client.query(`SELECT setseed(0.42)`);
  await client.query(`SET synchronous_commit = off; SET work_mem = '256MB'; SET max_parallel_workers_per_gather = 2`);
  await client.query(partitions('events', days));
  await client.query(partitions('visits', days));
  await client.query(
    `INSERT INTO websites (id, organisation, domain, site_key, privacy) SELECT n, 'org_test', 'site-' || n || '.example', 'key' || n, 0
     FROM generate_series(1, $1::int + 1) AS n`,
    [smallSites],
  );
  await client.query(
    `INSERT INTO dictionary (website_id, id, dimension, value) SELECT w.id, ids.first + n, ids.dimension,
       CASE WHEN ids.dimension = 10 THEN (ARRAY['US','DE','GB','FR','IN','BR','JP','CA','AU','ES','IT','NL','PL','SE','CH','AT','MX','KR','TR','ZA'])[1 + n % 20] || CASE WHEN n < 20 THEN '' ELSE n::text END
         WHEN ids.dimension = 1 THEN '/page/' || n ELSE ids.name || ' ' || n END
     FROM websites w CROSS JOIN (VALUES ${VALUES.map(([name, dimension]) => `('${name}', ${dimension}, ${firstId(name)}, ${VALUES.find(([other]) => other === name)?.[2] ?? 0})`).join(', ')}) AS ids(name, dimension, first, count)
     CROSS JOIN LATERAL generate_series(0, ids.count - 1) AS n WHERE w.id = ${LARGE_SITE} OR ids.count <= 60`,
  );
  log('visits of the large website');
  await client.query(visits(LARGE_SITE, largeVisits, days));
  log('visits of the small websites');
  for (let site = 2; site <= smallSites + 1; site += 1) await client.query(visits(site, smallVisits, days));
  log('events');
  const { rowCount } = await client.query(EVENTS);
  log('rollups');
  for (const rollup of ROLLUPS) await client.query(rollup);
  log('statistics of the tables');
  for (const table of ['visits', 'events', 'rollup_quarters', 'rollup_pages', 'rollup_values', 'dictionary'])
    await client.query(`VACUUM (ANALYZE) ${table}`);
  return rowCount ?? 0;
};
