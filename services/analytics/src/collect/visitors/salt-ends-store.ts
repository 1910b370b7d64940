import { plainArray, timeArray } from '@platform/database';
import type { Database } from '@platform/database';
import { onOneShard } from '../../cluster/one-shard.ts';
import { PIECE } from './destroy-salts.ts';
import type { SaltOfDay } from './destroy-salts.ts';
import { addDays } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import { startOfDay } from '../../calendar/zone-day.ts';

/** After local midnight, visits of the day before may still continue. */
const GRACE_MS = 30 * 60_000;

const BACKFILL_MS = 24 * 3_600_000;

/** When the salt of a live day is destroyed, in milliseconds since 1970. */
export const endOfLiveSalt = (timezone: string, day: LocalDay): number =>
  startOfDay(timezone, addDays(day, 1)) + GRACE_MS;

/**
 * When the salt of a day that was only ever backfilled is destroyed, in milliseconds since 1970.
 * @param usedAt its last use
 */
export const endOfBackfilledSalt = (usedAt: number): number => usedAt + BACKFILL_MS;

/** Salt and the time at which it must be destroyed, by its website's present clock. */
export interface EndingSalt extends SaltOfDay {
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** End noted in its row, which another time zone or an older process may have made wrong. */
  readonly noted: number | null;
}

interface SaltRow {
  website_id: number;
  day: string;
  is_live: boolean;
  used_at: Date;
  ends_at: Date | null;
}

const READ = 'SELECT website_id, day::text AS day, is_live, used_at, ends_at FROM salts';

/** The time zones of those websites that still exist. */
const readTimezones = async (
  database: Database,
  websiteIds: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await database.raw<{ rows: { id: number; timezone: string }[] }>(
    'SELECT id, timezone FROM websites WHERE id = ANY (?::integer[])',
    [plainArray(websiteIds)],
  );
  return new Map(rows.map(({ id, timezone }) => [id, timezone]));
};

/** Asks for the time zones apart, as the two tables may be on different nodes of a cluster. */
const withEnds = async (database: Database, rows: readonly SaltRow[]): Promise<EndingSalt[]> => {
  if (rows.length === 0) return [];
  const timezones = await readTimezones(database, [...new Set(rows.map((row) => row.website_id))]);
  return rows.map((row) => ({
    websiteId: row.website_id,
    day: row.day,
    isLive: row.is_live,
    noted: row.ends_at && row.ends_at.getTime(),
    endsAt: row.is_live
      ? endOfLiveSalt(timezones.get(row.website_id) ?? 'UTC', row.day)
      : endOfBackfilledSalt(row.used_at.getTime()),
  }));
};

/** At most a piece of the salts whose time may be over: what their rows say is to be checked. */
export const readEnding = async (database: Database, now: Date): Promise<EndingSalt[]> => {
  const { rows } = await database.raw<{ rows: SaltRow[] }>(
    `${READ} WHERE ends_at <= ?::timestamptz OR ends_at IS NULL LIMIT ?`,
    [now, PIECE],
  );
  return withEnds(database, rows);
};

/** The salts of some websites. */
export const readSaltsOf = async (
  database: Database,
  websiteIds: readonly number[],
): Promise<EndingSalt[]> => {
  const { rows } = await database.raw<{ rows: SaltRow[] }>(`${READ} WHERE website_id = ANY (?::integer[])`, [
    plainArray(websiteIds),
  ]);
  return withEnds(database, rows);
};

/** Notes in the salts' rows when they end. */
export const noteEnds = async (
  database: Database,
  salts: readonly EndingSalt[],
  isDistributed: boolean,
): Promise<void> => {
  if (salts.length === 0) return;
  const websiteIds = salts.map(({ websiteId }) => websiteId);
  await database.raw(
    `UPDATE salts t SET ends_at = k.ends_at
     FROM unnest(?::integer[], ?::date[], ?::timestamptz[]) AS k (website_id, day, ends_at)
     WHERE t.website_id = k.website_id AND t.day = k.day
       AND ${isDistributed ? onOneShard('t.website_id', '?') : 'true'}`,
    [
      plainArray(websiteIds),
      plainArray(salts.map(({ day }) => day)),
      timeArray(salts.map(({ endsAt }) => endsAt)),
      ...(isDistributed ? [plainArray([...new Set(websiteIds)])] : []),
    ],
  );
};
