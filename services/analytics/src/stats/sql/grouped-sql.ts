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

/**
 * Number of the bucket a time falls into, from 0. A binary search among the buckets' starts follows
 * each zone's rules.
 */
export const bucketByTime = (time: Sql, request: SumsRequest): Sql =>
  sql`width_bucket(${time}, ${(request.buckets?.starts ?? []).map((start) => new Date(start).toISOString())}::timestamptz[]) - 1`;

/** Number of the bucket a day falls into, from 0. */
export const bucketByDay = (request: SumsRequest): Sql =>
  sql`width_bucket(day, ${request.buckets?.days ?? []}::date[]) - 1`;
