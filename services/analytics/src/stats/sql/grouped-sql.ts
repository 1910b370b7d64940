import { plainArray, timeArray } from '@platform/database';

import type { LocalDay } from '../../calendar/local-day.ts';
import { utcDay } from '../../calendar/zone-day.ts';
import type { Sum } from '../../metrics/sums.ts';
import { SUMS } from '../../metrics/sums.ts';
import { literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import type { SumsRequest } from '../query/sums-request.ts';

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

/** Starts of the buckets that something may be counted in: a question may be about coming decades. */
const countedStarts = ({ buckets, span }: SumsRequest): readonly number[] => {
  const starts = buckets?.starts ?? [];
  if (span.end <= Date.now() + AHEAD_MS) return starts;
  const latest = Date.now() + AHEAD_MS;
  return starts.filter((start, index) => index === 0 || start <= latest);
};

/**
 * Number of the bucket a time falls into, from 0. A binary search among the buckets' starts follows
 * each zone's rules.
 */
export const bucketByTime = (time: Sql, request: SumsRequest): Sql =>
  sql`width_bucket(${time}, ${timeArray(countedStarts(request))}::timestamptz[]) - 1`;

/** The days with which these buckets begin. */
const countedDays = ({ buckets, span }: SumsRequest): readonly LocalDay[] => {
  const days = buckets?.days ?? [];
  if (span.end <= Date.now() + AHEAD_MS) return days;
  // The day after is still to come in every zone.
  const latest = utcDay(Date.now() + AHEAD_MS + DAY_MS);
  return days.filter((day, index) => index === 0 || day <= latest);
};

/** Number of the bucket a day falls into, from 0. */
export const bucketByDay = (request: SumsRequest): Sql =>
  sql`width_bucket(day, ${plainArray(countedDays(request))}::date[]) - 1`;
