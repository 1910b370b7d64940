import type pg from 'pg';

/** Dimensions whose values need a geo database, which the service of the test has not. */
const PLACES = '(10, 11, 12)';
const VISIT_DIMENSIONS = [
  'referrer',
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'browser',
  'os',
  'device',
  'language',
  'screen',
];

const value = (id: string): string =>
  `(SELECT d.value FROM dictionary d WHERE d.website_id = t.website_id AND d.id = t.${id})`;

/** All that is stored of a website, with strings in place of ids and without what is random. */
const QUERIES = {
  events: `SELECT ts, ${value('page_id')} AS page, ${value('name_id')} AS name, engaged_ms, kind, flags, scroll, props
    FROM events t WHERE website_id = $1`,
  visits: `SELECT started_at, last_at, pageviews, events, engaged_ms, scroll, first_today, ${value('entry_page_id')} AS entry,
    ${value('exit_page_id')} AS exit, ${VISIT_DIMENSIONS.map((name) => `${value(`${name}_id`)} AS ${name}`).join(', ')},
    (SELECT count(*) FROM visits o WHERE o.website_id = t.website_id AND o.visitor_id = t.visitor_id) AS of_visitor
    FROM visits t WHERE website_id = $1`,
  places: `SELECT e.ts, v.started_at FROM events e JOIN visits v USING (website_id, visit_id) WHERE website_id = $1`,
  quarters: `SELECT bucket, pageviews, visitors, visits, bounces, events, duration_s, engaged_ms, scroll
    FROM rollup_quarters WHERE website_id = $1 AND (pageviews, visits, events) <> (0, 0, 0)`,
  pages: `SELECT day::text, ${value('page_id')} AS page, pageviews, visitors, entries, exits, engaged_ms, scroll
    FROM rollup_pages t WHERE website_id = $1 AND (pageviews, entries, exits) <> (0, 0, 0)`,
  values: `SELECT day::text, dimension, ${value('value_id')} AS value, visitors, visits, hits
    FROM rollup_values t WHERE website_id = $1 AND dimension NOT IN ${PLACES}`,
  dictionary: `SELECT dimension, value, title FROM dictionary WHERE website_id = $1 AND dimension NOT IN ${PLACES}`,
  drops: `SELECT reason, sum(count) AS count FROM drops WHERE website_id = $1 GROUP BY reason`,
};

/** Rows of each table as text, in order. */
export const tableContents = async (
  client: pg.Client,
  websiteId: number,
): Promise<Record<string, string[]>> => {
  const contents: Record<string, string[]> = {};
  for (const [name, sql] of Object.entries(QUERIES)) {
    const { rows } = await client.query<Record<string, unknown>>(sql, [websiteId]);
    contents[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return contents;
};
