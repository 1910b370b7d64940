import { EVENT_FLAGS, EVENT_KINDS } from '../dimensions/event-kinds.ts';
import { HIT_DIMENSIONS, numberOf } from '../dimensions/stored-dimensions.ts';

const { pageview, event, engagement } = EVENT_KINDS;

const BEGAN = 'website_id = :id AND started_at >= :start AND started_at < :end';

interface Sums {
  readonly table: string;
  /** What a row is about, within a website's day. */
  readonly key: readonly string[];
  readonly sums: readonly string[];
  /** The id that is 0 where there is nothing to count. */
  readonly text: string;
  /** SELECTs what its events and visits add to a day: the columns of the key and of the sums. */
  readonly parts: string;
}

const PAGES: Sums = {
  table: 'rollup_pages',
  key: ['page_id'],
  sums: ['pageviews', 'visitors', 'entries', 'exits', 'engaged_ms', 'scroll'],
  text: 'page_id',
  parts: `
    SELECT page_id, (kind = ${pageview})::int AS pageviews,
      (kind = ${pageview} AND flags & ${EVENT_FLAGS.firstOfValueToday} > 0)::int AS visitors,
      0 AS entries, 0 AS exits, engaged_ms::bigint, scroll::bigint
    FROM events WHERE website_id = :id AND ts >= :start AND ts < :end AND kind IN (${pageview}, ${engagement})
    UNION ALL SELECT entry_page_id, 0, 0, 1, 0, 0, 0 FROM visits WHERE ${BEGAN}
    UNION ALL SELECT exit_page_id, 0, 0, 0, 1, 0, 0 FROM visits WHERE ${BEGAN}`,
};

const DIMENSIONS = HIT_DIMENSIONS.map((name) => `(${numberOf(name)}, v.${name}_id)`).join(', ');

/** Of all dimensions but pages. */
const VALUES: Sums = {
  table: 'rollup_values',
  key: ['dimension', 'value_id'],
  sums: ['visitors', 'visits', 'hits'],
  text: 'value_id',
  parts: `
    SELECT d.dimension, d.value_id, (v.first_today >> d.dimension) & 1 AS visitors, 1 AS visits, 0 AS hits
    FROM visits v CROSS JOIN LATERAL (VALUES ${DIMENSIONS}) AS d (dimension, value_id) WHERE ${BEGAN}
    UNION ALL
    SELECT ${numberOf('event')}, name_id, (flags & ${EVENT_FLAGS.firstOfValueToday} > 0)::int, 0, 1
    FROM events WHERE website_id = :id AND ts >= :start AND ts < :end AND kind = ${event}`,
};

const temporary = ({ table }: Sums): string => `recut_${table}`;

/** One statement sees one snapshot: of the rows, and of the sums that the same batches wrote. */
const compare = (of: Sums): string => {
  const { table, key, sums, text, parts } = of;
  const added = sums.map((name) => `sum(${name})`);
  return `
    CREATE TEMPORARY TABLE ${temporary(of)} ON COMMIT DROP AS
    SELECT ${key.join(', ')}, ${sums.map((name) => `sum(${name}) AS ${name}`).join(', ')}
    FROM (${parts}
      UNION ALL SELECT ${key.join(', ')}, ${sums.map((name) => `-${name}`).join(', ')}
      FROM ${table} WHERE website_id = :id AND day = :day::date) AS parts
    WHERE ${text} <> 0
    GROUP BY ${key.join(', ')} HAVING ${added.map((sum) => `${sum} <> 0`).join(' OR ')}`;
};

/** Sorted, as writers lock rows. */
const add = (of: Sums): string => {
  const { table, key, sums } = of;
  const columns = [...key, ...sums].join(', ');
  return `
    INSERT INTO ${table} (website_id, day, ${columns})
    SELECT :id::integer, :day::date, ${columns} FROM ${temporary(of)} ORDER BY ${key.join(', ')}
    ON CONFLICT (website_id, day, ${key.join(', ')}) DO UPDATE
    SET ${sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;
};

const removeZeros = ({ table, sums }: Sums): string =>
  `DELETE FROM ${table} WHERE website_id = :id AND day = :day::date AND ${sums.map((name) => `${name} = 0`).join(' AND ')}`;

/** Finds by how much a day's sums are wrong, which takes as long as counting the day. */
export const COMPARE: readonly string[] = [
  `DROP TABLE IF EXISTS ${temporary(PAGES)}, ${temporary(VALUES)}`,
  compare(PAGES),
  compare(VALUES),
];

/** Adds the differences to the day's sums. It takes as long as there are differences. */
export const CORRECT: readonly string[] = [add(PAGES), add(VALUES), removeZeros(PAGES), removeZeros(VALUES)];

/** What was derived from the day's sums holds no longer. */
export const MARK_LATE = `
  INSERT INTO late_writes (website_id, day, writes) VALUES (:id, :day::date, 1)
  ON CONFLICT (website_id, day) DO UPDATE SET writes = late_writes.writes + 1`;
