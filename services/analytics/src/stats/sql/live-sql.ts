import { literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { LONGEST_VISIT } from './span-sql.ts';

const MINUTE = 60_000;

/** What happened in the last half hour, one row an event. */
const recent = (websiteId: number, now: number): Sql => sql`
  recent AS (
    SELECT e.ts, e.kind, e.page_id, v.visitor_id, v.referrer_id, v.country_id
    FROM events e JOIN visits v ON v.website_id = e.website_id AND v.visit_id = e.visit_id AND v.website_id = ${websiteId}
      AND v.started_at >= ${new Date(now - LONGEST_VISIT)}
    WHERE e.website_id = ${websiteId} AND e.ts > ${new Date(now - 30 * MINUTE)} AND e.ts <= ${new Date(now)}
  )`;

const top = (column: 'page_id' | 'referrer_id' | 'country_id', websiteId: number): Sql => sql`
  (SELECT coalesce(json_agg(json_build_object('value', value, 'visitors', visitors)), '[]') FROM (
    SELECT d.value, count(DISTINCT r.visitor_id)::int AS visitors
    FROM recent r JOIN dictionary d ON d.website_id = ${websiteId} AND d.id = r.${literal(column)}
    GROUP BY d.value ORDER BY visitors DESC, d.value LIMIT 10) AS t)`;

/** How many visitors there were in the last 5 minutes, and nothing else. */
export const liveVisitorsSql = (websiteId: number, now: number): Sql => sql`
  SELECT count(DISTINCT v.visitor_id)::int AS visitors
  FROM events e JOIN visits v ON v.website_id = e.website_id AND v.visit_id = e.visit_id AND v.website_id = ${websiteId}
    AND v.started_at >= ${new Date(now - LONGEST_VISIT)}
  WHERE e.website_id = ${websiteId} AND e.ts > ${new Date(now - 5 * MINUTE)} AND e.ts <= ${new Date(now)}`;

/** The last 5 and 30 minutes in one query: who is there, what they view, minute by minute. */
export const liveSql = (websiteId: number, now: number): Sql => sql`
  WITH ${recent(websiteId, now)}
  SELECT
    (SELECT count(DISTINCT visitor_id)::int FROM recent WHERE ts > ${new Date(now - 5 * MINUTE)}) AS visitors_5,
    (SELECT count(DISTINCT visitor_id)::int FROM recent) AS visitors_30,
    (SELECT count(*)::int FROM recent WHERE kind = 0 AND ts > ${new Date(now - 5 * MINUTE)}) AS pageviews_5,
    (SELECT count(*)::int FROM recent WHERE kind = 0) AS pageviews_30,
    (SELECT json_agg(coalesce(views, 0) ORDER BY minute) FROM generate_series(0, 29) AS minute
      LEFT JOIN (SELECT 29 - floor(date_part('epoch', ${new Date(now)}::timestamptz - ts) / 60)::int AS minute, count(*)::int AS views
        FROM recent WHERE kind = 0 GROUP BY 1) AS counted USING (minute)) AS per_minute,
    ${top('page_id', websiteId)} AS pages,
    ${top('referrer_id', websiteId)} AS referrers,
    ${top('country_id', websiteId)} AS countries`;
