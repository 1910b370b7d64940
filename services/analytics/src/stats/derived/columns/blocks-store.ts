import type { Database } from '@platform/database';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';

import { spanOf } from '../../../calendar/date-range.ts';
import type { DateRange, Span } from '../../../calendar/date-range.ts';
import type { LocalDay } from '../../../calendar/local-day.ts';
import { EVENT_KINDS } from '../../../dimensions/dimension-names.ts';
import { BOUNCE, DURATION } from '../../../metrics/metrics.ts';
import { join, literal, sql } from '../../../sql/sql.ts';
import type { Sql } from '../../../sql/sql.ts';
import type { Site } from '../../query/sums-request.ts';
import { columnOf as columnOfVisit } from '../../sql/filter-sql.ts';
import { LONGEST_VISIT, within } from '../../sql/grouped-sql.ts';
import { takeDeriveTurn } from '../derived-keeper.ts';
import { lateWritesSql } from '../settled-days.ts';
import type { BlockBytes } from './block.ts';
import { encodeCodes, encodeNumbers, COLUMNS, isHitColumn, isNumberColumn, TRAITS } from './columns.ts';
import type { ColumnName, HitColumn } from './columns.ts';

/** Recently read blocks, with the columns read so far. */
export interface BlockCache {
  /** @param version of the stored block; a rebuilt block has a new one */
  get(version: string): BlockBytes | undefined;
  /** Adds columns to those known of a version. */
  add(version: string, block: BlockBytes): void;
}

/** About a year of a website with ten million events. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Approximate size of a block without its columns: it stays open, with what was made of it. */
const OVERHEAD = 4096;

const bytesOf = ({ columns }: BlockBytes): number =>
  Object.values(columns).reduce((sum, { byteLength }) => sum + byteLength, OVERHEAD);

/**
 * Makes an empty cache that evicts the least recently used blocks.
 * @param maxBytes approximate limit
 */
export const createBlockCache = (maxBytes: number = MAX_BYTES): BlockCache => {
  const known = new LRUCache<string, BlockBytes>({ maxSize: maxBytes, sizeCalculation: bytesOf });
  return {
    get: (version) => known.get(version),
    add(version, block) {
      known.set(version, { ...block, columns: { ...known.peek(version)?.columns, ...block.columns } });
    },
  };
};

/** A part of a day: its visitors with ids from `first` to `last`, signed 64-bit integers. */
interface DayPart {
  readonly websiteId: number;
  /** Start and end of the local day, milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly first: bigint;
  readonly last: bigint;
}

const HIT_COLUMNS: Readonly<Record<HitColumn, string>> = {
  hit_count: 'hits',
  hit_engaged: 'engaged',
  hit_scroll: 'scroll',
  hit_page: 'page_id',
  hit_name: 'name_id',
};

const visitColumn = (name: Exclude<ColumnName, HitColumn>): Sql => {
  switch (name) {
    case 'traits':
      return literal('v.traits');
    case 'duration':
      return literal(DURATION);
    case 'pageviews':
    case 'events':
    case 'scroll':
      return literal(`v.${name}`);
    case 'engaged':
      return literal('v.engaged_ms');
    case 'hits':
      return literal('coalesce(c.hits, 0)');
    default:
      return columnOfVisit(name);
  }
};

const dayEvents = ({ websiteId, start, end }: DayPart): Sql => sql`
  SELECT e.visit_id, e.page_id, e.name_id, count(*) FILTER (WHERE e.kind <> 2) AS hits, sum(e.engaged_ms) AS engaged, sum(e.scroll) AS scroll
  FROM events e WHERE e.website_id = ${websiteId} AND e.kind <> ${EVENT_KINDS.vitals} AND ${within('e.ts', start, end)} GROUP BY 1, 2, 3`;

/**
 * Visits of a day, each with its place among those of all the day's blocks, one after the other. Of the
 * same late writes, it is the place that a block made of the same rows gives it.
 */
export const visitPlacesSql = (websiteId: number, { start, end }: Span): Sql => sql`
  SELECT v.visit_id, row_number() OVER (ORDER BY v.visitor_id, v.visit_id) - 1 AS place FROM visits v
  WHERE v.website_id = ${websiteId} AND ${within('v.started_at', start - LONGEST_VISIT, end)}
    AND (v.started_at >= ${new Date(start)} OR v.visit_id IN (
      SELECT e.visit_id FROM events e
      WHERE e.website_id = ${websiteId} AND e.kind <> ${EVENT_KINDS.vitals} AND ${within('e.ts', start, end)}))`;

/**
 * Visits of the part's visitors: those that began on the day and, where events matter, those with
 * an event on it.
 */
const dayVisits = ({ websiteId, start, end, first, last }: DayPart, withHits: boolean): Sql => sql`
  SELECT v.*, row_number() OVER by_visitor AS place,
    CASE WHEN ${literal(BOUNCE)} THEN ${TRAITS.isBounce} ELSE 0 END
      + CASE WHEN v.started_at >= ${new Date(start)} THEN ${TRAITS.isOwn} ELSE 0 END
      + CASE WHEN v.started_at < ${new Date(start)} OR v.last_at >= ${new Date(end)} THEN ${TRAITS.crosses} ELSE 0 END
      + CASE WHEN v.visitor_id IS DISTINCT FROM lag(v.visitor_id) OVER by_visitor THEN ${TRAITS.isNewVisitor} ELSE 0 END AS traits
  FROM visits v
  WHERE v.website_id = ${websiteId} AND ${within('v.started_at', withHits ? start - LONGEST_VISIT : start, end)}
    AND v.visitor_id BETWEEN ${String(first)}::bigint AND ${String(last)}::bigint
    ${withHits ? sql`AND (v.started_at >= ${new Date(start)} OR v.visit_id IN (SELECT visit_id FROM day_events))` : sql``}
  WINDOW by_visitor AS (ORDER BY v.visitor_id, v.visit_id)`;

const list = (expression: Sql, order: string, name: string): Sql =>
  sql`string_agg((${expression})::text, ',' ORDER BY ${literal(order)}) AS ${literal(name)}`;

/**
 * One row with the part's columns, each as a comma-separated list of numbers, and the ids of the
 * visits that cross midnight. One statement, because all columns must come from one snapshot.
 */
const dayPartSql = (part: DayPart, columns: Iterable<ColumnName>): Sql => {
  const names = [...columns];
  const hits = names
    .filter(isHitColumn)
    .map((name) => list(literal(HIT_COLUMNS[name]), 'place, name_id, page_id', name));
  const withHits = hits.length > 0;
  const visits = names
    .filter((name) => !isHitColumn(name))
    .map((name) => list(visitColumn(name), 'v.place', name));
  const crossing = sql`string_agg(v.visit_id::text, ',' ORDER BY v.place) FILTER (WHERE traits & ${TRAITS.crosses} <> 0) AS crossing`;
  if (!withHits)
    return sql`SELECT ${join([...visits, crossing], ', ')} FROM (${dayVisits(part, false)}) AS v`;
  return sql`
    WITH day_events AS MATERIALIZED (${dayEvents(part)}),
    day_visits AS MATERIALIZED (${dayVisits(part, true)}),
    day_hits AS MATERIALIZED (SELECT v.place, e.* FROM day_events e JOIN day_visits v ON v.visit_id = e.visit_id),
    counts AS (SELECT place, count(*) AS hits FROM day_hits GROUP BY place)
    SELECT * FROM
      (SELECT ${join([...visits, crossing], ', ')} FROM day_visits v LEFT JOIN counts c ON c.place = v.place) AS of_visits,
      (SELECT ${join(hits, ', ')} FROM day_hits) AS of_hits`;
};

/** Row returned by `dayPartSql`: comma-separated lists; null for an empty list. */
type DayPartRow = Readonly<Partial<Record<ColumnName, string | null>>> & {
  readonly crossing: string | null;
};

const partsOf = (list: string | null | undefined): string[] => list?.split(',') ?? [];

/** Turns lists of numbers into columns of a block. */
const encodeBlock = (day: LocalDay, row: DayPartRow, columns: Iterable<ColumnName>): BlockBytes => ({
  day,
  columns: Object.fromEntries(
    Array.from(columns, (name) => {
      const numbers = partsOf(row[name]).map(Number);
      return [name, isNumberColumn(name) ? encodeNumbers(numbers) : encodeCodes(numbers)] as const;
    }),
  ),
  crossing: partsOf(row.crossing),
});

/** Day with blocks that are stored and still valid. */
export interface StoredDay {
  readonly day: LocalDay;
  /** How many late writes the blocks include. */
  readonly writes: string;
  /** One for each block, in order; a block that is made again gets another one. */
  readonly versions: readonly string[];
}

export interface BlocksStore {
  /** Returns the days of a range with valid blocks, in order. */
  stored(site: Site, range: DateRange): Promise<readonly StoredDay[]>;
  /** Stored blocks of days, in order. */
  read(
    site: Site,
    days: readonly StoredDay[],
    columns: ReadonlySet<ColumnName>,
  ): Promise<readonly BlockBytes[]>;
  /** Makes the blocks of a day of the rows as they are now, without storing them. */
  readRows(site: Site, day: LocalDay, columns: ReadonlySet<ColumnName>): Promise<readonly BlockBytes[]>;
  /** Makes and stores the blocks of a settled day. Several processes may do so at once. */
  make(site: Site, day: LocalDay): Promise<void>;
}

/**
 * Approximate visits in a block: even the largest website's blocks are counted within milliseconds.
 */
const VISITS_IN_BLOCK = 20_000;

/** Advisory lock for making blocks, with the website's id as second key. */
const BLOCKS_LOCK = 0x626c6b73;

const IDS = 2n ** 64n;
const LOWEST_ID = -(2n ** 63n);

/** During an update, a process of the previous version leaves out columns that it doesn't know. */
const hasAllColumns = literal(`num_nulls(${COLUMNS.map((name) => `b.${name}`).join(', ')}) = 0`);

const isTrue = (site: Site): Sql =>
  sql`${hasAllColumns} AND b.timezone = ${site.timezone} AND b.writes = ${lateWritesSql(site.id, sql`b.day`, sql`b.day + 1`)}`;

/**
 * As Base64: the driver receives `bytea` as hexadecimal, which is half as long again and slower to
 * decode.
 */
const columnList = (columns: Iterable<ColumnName>): Sql =>
  literal([...columns].map((name) => `encode(b.${name}, 'base64') AS ${name}`).join(', '));

type StoredRow = Readonly<Record<ColumnName, string>> & {
  readonly day: LocalDay;
  readonly version: string;
  readonly crossing: readonly string[];
};

interface BlocksStoreOptions {
  /** Stored blocks that were read lately, shared by stores that come and go. */
  readonly cache?: BlockCache;
  readonly visitsInBlock?: number;
}

/** Days as columns: stored ones, and those that are made of rows. */
export const createBlocksStore = (
  database: Database | Knex,
  { cache = createBlockCache(), visitsInBlock = VISITS_IN_BLOCK }: BlocksStoreOptions = {},
): BlocksStore => {
  const run = async <Row>({ text, values }: Sql, on: Database | Knex = database): Promise<Row[]> =>
    (await on.raw<{ rows: Row[] }>(text, values)).rows;

  /** A day cut by the ids of its visitors, which are hashes: the parts are of a size. */
  const partsOf = async (site: Site, day: LocalDay, on: Database | Knex): Promise<readonly DayPart[]> => {
    const { start, end } = spanOf({ from: day, to: day }, site.timezone);
    const [row] = await run<{ visits: number }>(
      sql`SELECT coalesce(sum(visits), 0)::int AS visits FROM rollup_quarters
        WHERE website_id = ${site.id} AND bucket >= ${new Date(start)} AND bucket < ${new Date(end)}`,
      on,
    );
    const count = BigInt(Math.max(1, Math.ceil((row?.visits ?? 0) / visitsInBlock)));
    const from = (part: bigint): bigint => LOWEST_ID + (part * IDS) / count;
    return Array.from({ length: Number(count) }, (_, index) => ({
      websiteId: site.id,
      start,
      end,
      first: from(BigInt(index)),
      last: from(BigInt(index + 1)) - 1n,
    }));
  };

  return {
    stored: (site, { from, to }) =>
      run<StoredDay>(sql`
        SELECT to_char(b.day, 'YYYY-MM-DD') AS day, max(b.writes)::text AS writes,
          array_agg(b.version::text ORDER BY b.number) AS versions FROM column_blocks b
        WHERE b.website_id = ${site.id} AND b.day BETWEEN ${from}::date AND ${to}::date
        GROUP BY b.day HAVING bool_and(${isTrue(site)}) ORDER BY b.day`),

    async read(site, days, columns) {
      const names = [...columns];
      const blocks = new Map(
        days.flatMap(({ versions }) => versions).map((version) => [version, cache.get(version)]),
      );
      const lacking = names.filter((name) =>
        blocks.values().some((block) => block?.columns[name] === undefined),
      );
      const of = days.filter(({ versions }) =>
        versions.some((version) => lacking.some((name) => blocks.get(version)?.columns[name] === undefined)),
      );
      if (of.length > 0) {
        const rows = await run<StoredRow>(sql`
          SELECT to_char(b.day, 'YYYY-MM-DD') AS day, b.version, b.crossing, ${columnList(lacking)} FROM column_blocks b
          WHERE b.website_id = ${site.id} AND b.day = ANY(${of.map(({ day }) => day)}::date[])`);
        for (const { day, crossing, version, ...row } of rows) {
          const read = lacking.map((name) => [name, Buffer.from(row[name], 'base64')] as const);
          const block = { day, crossing, columns: Object.fromEntries(read) };
          cache.add(version, block);
          blocks.set(version, { ...block, columns: { ...blocks.get(version)?.columns, ...block.columns } });
        }
      }
      return [...blocks.values()].filter((block) => block !== undefined);
    },

    async readRows(site, day, columns) {
      const blocks: BlockBytes[] = [];
      for (const part of await partsOf(site, day, database))
        for (const row of await run<DayPartRow>(dayPartSql(part, columns)))
          blocks.push(encodeBlock(day, row, columns));
      return blocks;
    },

    make: (site, day) =>
      database.transaction(async (transaction) => {
        if (!(await takeDeriveTurn(transaction, BLOCKS_LOCK, site.id))) return;
        await transaction('column_blocks').where({ website_id: site.id, day }).delete();
        const parts = await partsOf(site, day, transaction);
        for (const [number, part] of parts.entries()) {
          // One statement sees one snapshot of the rows and of the late writes they include.
          const [row] = await run<DayPartRow & { writes: string }>(
            sql`SELECT part.*, ${lateWritesSql(site.id, sql`${day}::date`, sql`${day}::date + 1`)} AS writes
              FROM (${dayPartSql(part, COLUMNS)}) AS part`,
            transaction,
          );
          if (row === undefined) throw new Error('a query of aggregates has one row');
          const { columns, crossing } = encodeBlock(day, row, COLUMNS);
          const key = { website_id: site.id, day, number, timezone: site.timezone, writes: row.writes };
          await transaction('column_blocks').insert({ ...key, ...columns, crossing });
        }
      }),
  };
};
