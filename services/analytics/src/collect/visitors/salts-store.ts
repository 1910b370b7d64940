import { randomBytes } from 'node:crypto';

import type { Database } from '@platform/database';

import type { LocalDay } from '../../calendar/local-day.ts';
import { ANCHOR } from '../../cluster/distributed-tables.ts';
import type { CollectSite } from '../site-cache.ts';
import {
  PIECE,
  destroy,
  endOfBackfilledSalt,
  endOfLiveSalt,
  noteEnds,
  readEnding,
  followTimezoneChanges,
} from './salt-ends-store.ts';
import type { EndingSalt } from './salt-ends-store.ts';

export interface SaltsStore {
  /**
   * The salt of a website's day, created if there is none and marked as in use.
   * @param isLive true for today and for days to come
   * @returns null for a day that was live and is over, whether its salt is destroyed already or not
   */
  findOrCreate(
    site: Pick<CollectSite, 'id' | 'timezone'>,
    day: LocalDay,
    isLive: boolean,
  ): Promise<Buffer | null>;
  /** The salt of a website's day, if there is one and the day, if it was live, isn't over. */
  find(site: Pick<CollectSite, 'id' | 'timezone'>, day: LocalDay): Promise<Buffer | null>;
  /**
   * Destroys salts whose time is over, and the visitors identified with them. A live day's salt
   * ends half an hour after local midnight, a backfilled day's 24 hours after its last use.
   */
  destroyOld(now: Date): Promise<void>;
}

const NOT_ENDED =
  'NOT EXISTS (SELECT FROM ended_days e WHERE e.website_id = :websiteId AND e.day = :day::date)';

// A day that is live once stays it, however often it is backfilled.
const IN_USE = `
  ON CONFLICT (website_id, day) DO UPDATE SET used_at = excluded.used_at,
    is_live = salts.is_live OR excluded.is_live,
    ends_at = CASE WHEN salts.is_live THEN :liveEndsAt::timestamptz ELSE excluded.ends_at END
  WHERE NOT salts.is_live OR :liveEndsAt::timestamptz > :usedAt::timestamptz
  RETURNING salt`;

const VALUES = ':day::date, :isLive::boolean, :usedAt::timestamptz, :endsAt::timestamptz, :salt::bytea';

const CREATE = `
  INSERT INTO salts (website_id, day, is_live, used_at, ends_at, salt)
  SELECT :websiteId::integer, ${VALUES}
  WHERE ${NOT_ENDED} ${IN_USE}`;

const CREATE_ON_SHARD = `
  INSERT INTO salts (website_id, day, is_live, used_at, ends_at, salt)
  SELECT a.website_id, ${VALUES}
  FROM ${ANCHOR} a WHERE a.website_id = :websiteId AND ${NOT_ENDED} ${IN_USE}`;

const MAKE_KNOWN = `
  INSERT INTO ${ANCHOR} (website_id, last_id, day, new_values) VALUES (:websiteId, 0, '1970-01-01', 0)
  ON CONFLICT (website_id) DO NOTHING`;

/**
 * Salts in PostgreSQL, where all instances of the service share them. Each row says when it ends,
 * so that the job that destroys salts reads those that are due: by the clocks of their websites,
 * which only Node.js reads, nearly all of a day are candidates for hours.
 * @param isDistributed true on a Citus cluster
 */
export const createSaltsStore = (
  database: Database,
  isDistributed: () => boolean | Promise<boolean> = () => false,
  now: () => number = Date.now,
): SaltsStore => ({
  async findOrCreate({ id: websiteId, timezone }, day, isLive) {
    const isCluster = await isDistributed();
    if (isCluster) await database.raw(MAKE_KNOWN, { websiteId });
    const usedAt = now();
    const liveEndsAt = endOfLiveSalt(timezone, day);
    const make = async (): Promise<Buffer | null> => {
      const { rows } = await database.raw<{ rows: { salt: Buffer }[] }>(
        isCluster ? CREATE_ON_SHARD : CREATE,
        {
          websiteId,
          day,
          isLive,
          usedAt: new Date(usedAt),
          liveEndsAt: new Date(liveEndsAt),
          endsAt: new Date(isLive ? liveEndsAt : endOfBackfilledSalt(usedAt)),
          salt: randomBytes(32),
        },
      );
      return rows[0]?.salt ?? null;
    };
    const salt = await make();
    if (salt !== null || !isLive) return salt;
    // The day ended by the time zone that the website had before; by the present one it goes on.
    await database('ended_days').where({ website_id: websiteId, day }).delete();
    return make();
  },

  async find({ id: websiteId, timezone }, day) {
    const row = await database('salts')
      .where({ website_id: websiteId, day })
      .first<{ salt: Buffer; is_live: boolean } | undefined>('salt', 'is_live');
    if (row === undefined || (row.is_live && endOfLiveSalt(timezone, day) <= now())) return null;
    return row.salt;
  },

  async destroyOld(instant) {
    const isCluster = await isDistributed();
    await followTimezoneChanges(database, isCluster);
    let found = PIECE;
    while (found === PIECE) {
      const ending = await readEnding(database, instant);
      const isOver = ({ endsAt }: EndingSalt): boolean => endsAt <= instant.getTime();
      const ended = ending.filter(isOver);
      if (ended.length > 0) await destroy(database, ended, isCluster);
      await noteEnds(
        database,
        ending.filter((salt) => !isOver(salt)),
        isCluster,
      );
      found = ending.length;
    }
  },
});
