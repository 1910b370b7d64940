import { plainArray, timeArray } from '@platform/database';

import { utcDay } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import { SUMS } from '../../metrics/metrics.ts';
import type { Sum } from '../../metrics/metrics.ts';
import { literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import type { SumsRequest } from '../query/sums-request.ts';

/**
 * How far back a visit with an event now may have begun: it may cross one midnight, and the longest
 * local day has 25 hours.
 */
export const LONGEST_VISIT = 50 * 3_600_000;

/** From `start` on, before `end`: milliseconds since 1970. */
export const within = (column: string, start: number, end: number): Sql =>
  sql`${literal(column)} >= ${new Date(start)} AND ${literal(column)} < ${new Date(end)}`;

/** Names of the key columns in all grouped queries. */
export const keyName = (index: number): Sql => literal(`k${index}`);

/**
 * SELECT list of all sums: an expression where the source has one, else 0. The driver turns float8
 * into numbers; it leaves bigint as text.
 */
export const sumColumns = (expressions: Partial<Record<Sum, string>>): Sql =>
  literal(SUMS.map((sum) => `coalesce(${expressions[sum] ?? '0'}, 0)::float8 AS "${sum}"`).join(', '));

/** GROUP BY over the first so many columns of SELECT; one row for all where there is no key. */
export const groupByKeys = (count: number): Sql =>
  count === 0
    ? sql``
    : literal(` GROUP BY ${Array.from({ length: count }, (_, index) => index + 1).join(', ')}`);

/** A clock may be ahead by a day; nothing is counted after it. */
const DAY_MS = 24 * 3_600_000;
const AHEAD_MS = 2 * DAY_MS;

interface CountedBuckets<Start> {
  /** Number of the first one. */
  readonly first: number;
  readonly starts: readonly Start[];
}

/**
 * The buckets that something may be counted in: a question may be about decades before the first
 * traffic, or about decades to come.
 * @param starts ascending
 */
const counted = <Start extends number | LocalDay>(
  starts: readonly Start[],
  since: Start | undefined,
  latest: Start,
): CountedBuckets<Start> => {
  const first =
    since === undefined
      ? 0
      : Math.max(
          0,
          starts.findLastIndex((start) => start <= since),
        );
  return { first, starts: starts.slice(first).filter((start, index) => index === 0 || start <= latest) };
};

/** In numbers from 0, as all the buckets are. */
const bucketNumber = (value: Sql, { first, starts }: CountedBuckets<number | LocalDay>, array: Sql): Sql =>
  starts.length === 0 ? sql`-1` : sql`width_bucket(${value}, ${array}) + ${literal(String(first - 1))}`;

/**
 * Number of the bucket a time falls into, from 0. A binary search among the buckets' starts follows
 * each zone's rules.
 */
export const bucketByTime = (time: Sql, { buckets, since }: SumsRequest): Sql => {
  const of = counted(buckets?.starts ?? [], since, Date.now() + AHEAD_MS);
  return bucketNumber(time, of, sql`${timeArray(of.starts)}::timestamptz[]`);
};

/** Number of the bucket a day falls into, from 0. */
export const bucketByDay = ({ buckets, since }: SumsRequest): Sql => {
  // The day before and the one after are such days in every zone.
  const from = since === undefined ? undefined : utcDay(since - DAY_MS);
  const of = counted(buckets?.days ?? [], from, utcDay(Date.now() + AHEAD_MS + DAY_MS));
  return bucketNumber(literal('day'), of, sql`${plainArray(of.starts)}::date[]`);
};
