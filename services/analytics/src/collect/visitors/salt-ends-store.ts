import { plainArray, timeArray } from '@platform/database';
import type { Database } from '@platform/database';

import { addDays, startOfDay } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import { onOneShard, insertOnShard } from '../../cluster/distributed-tables.ts';
import { IN_BACKGROUND, limitTransaction } from '../../sql/sql.ts';

/** The salt of a website's day. */
export interface SaltOfDay {
  readonly websiteId: number;
  readonly day: LocalDay;
  readonly isLive: boolean;
}

/** Salts that are destroyed in one transaction. */
export const PIECE = 1_000;

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

/** A process that hasn't noticed a change goes by the time zone before, for this long. */
export const UNNOTICED = '10 minutes';

/**
 * Moves the ends of the salts of those websites that got another time zone lately. A trigger notes
 * them in `timezone_changes`.
 */
export const followTimezoneChanges = async (database: Database, isDistributed: boolean): Promise<void> => {
  const { rows } = await database.raw<{ rows: { website_id: number; is_noticed: boolean }[] }>(
    `SELECT website_id, changed_at < now() - ?::interval AS is_noticed FROM timezone_changes`,
    [UNNOTICED],
  );
  for (let from = 0; from < rows.length; from += PIECE) {
    const piece = rows.slice(from, from + PIECE);
    const salts = await readSaltsOf(
      database,
      piece.map((row) => row.website_id),
    );
    await noteEnds(
      database,
      salts.filter(({ endsAt, noted }) => endsAt !== noted),
      isDistributed,
    );
    const noticed = piece.filter((row) => row.is_noticed).map((row) => row.website_id);
    // Another change may have come by now.
    if (noticed.length > 0)
      await database.raw(
        'DELETE FROM timezone_changes WHERE website_id = ANY (?::integer[]) AND changed_at < now() - ?::interval',
        [plainArray(noticed), UNNOTICED],
      );
  }
};

const ENDED = 'unnest(?::integer[], ?::date[])';

const ENDED_CONFLICT = 'ON CONFLICT (website_id, day) DO NOTHING';

/**
 * Beside few others it would be a little cheaper to read all rows than to look up each key. Then
 * the job would cost what there is, not what has ended.
 */
const LOOK_UP = `
  SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`;

/** Destroys salts, with the visitors that nobody can identify without them. */
export const destroy = (
  database: Database,
  salts: readonly SaltOfDay[],
  isDistributed: boolean,
): Promise<void> =>
  database.transaction(async (transaction) => {
    await limitTransaction(transaction, IN_BACKGROUND);
    await transaction.raw(LOOK_UP);
    const keys = (chosen: readonly SaltOfDay[]) => [
      plainArray(chosen.map(({ websiteId }) => websiteId)),
      plainArray(chosen.map(({ day }) => day)),
      ...(isDistributed ? [plainArray([...new Set(chosen.map(({ websiteId }) => websiteId))])] : []),
    ];
    await transaction.raw(
      isDistributed
        ? insertOnShard({
            table: 'ended_days',
            columns: ['website_id', 'day'],
            source: ENDED,
            websites: '?',
            conflict: ENDED_CONFLICT,
          })
        : `INSERT INTO ended_days (website_id, day) SELECT * FROM ${ENDED} ${ENDED_CONFLICT}`,
      keys(salts.filter(({ isLive }) => isLive)),
    );
    for (const table of ['salts', 'visitors'])
      await transaction.raw(
        `DELETE FROM ?? t USING unnest(?::integer[], ?::date[]) AS k (website_id, day)
         WHERE t.website_id = k.website_id AND t.day = k.day
           AND ${isDistributed ? onOneShard('t.website_id', '?') : 'true'}`,
        [table, ...keys(salts)],
      );
  });
