import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Database } from '@platform/database';
import { rateLimited } from '@platform/errors';

export interface AttemptLimits {
  /** Wrong attempts per address (or IPv6 /56 network) and page in a window. */
  readonly perAddress: number;
  /**
   * Wrong attempts per page from all addresses in a window, against guessing from many; not counted
   * unless given.
   */
  readonly perPage?: number;
  readonly windowSeconds: number;
}

export interface AttemptLimiter {
  /**
   * Counts an attempt. Called before the password is checked, so that parallel guesses count too.
   * @throws AppError `rate_limited` with `retryAfterSeconds` when the attempts are used up
   */
  take(page: string, address: string): Promise<void>;
  /** Takes an attempt back: the password was right. */
  giveBack(page: string, address: string): Promise<void>;
}

/** 5 wrong passwords an address and 100 a page in 5 minutes. */
const ATTEMPT_LIMITS: AttemptLimits = { perAddress: 5, perPage: 100, windowSeconds: 300 };

/**
 * The table of the limiter, for the first migration of a service. Never change it: databases that
 * have the table don't notice. What it lacks is added by a migration of each service.
 */
export const PASSWORD_ATTEMPTS_TABLE = `
  CREATE TABLE password_attempts (
    -- A hash of the page, with or without the address that the guesses came from.
    key     bytea PRIMARY KEY,
    count   integer NOT NULL,
    ends_at timestamptz NOT NULL
  );
`;

const GROUPS = 8;

/** The eight groups of an IPv6 address, as numbers. */
const groupsOf = (address: string): number[] => {
  // As a host it has one spelling: no zeros in front, no IPv4 at its end.
  const { hostname } = new URL(`http://[${address}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16))));
  const zeros = Array.from({ length: GROUPS - left.length - right.length }, () => 0);
  return [...left, ...zeros, ...right];
};

const bytesOf = (groups: readonly number[]): number[] =>
  groups.flatMap((group) => [group >> 8, group & 0xff]);

/**
 * Returns the network that counts as one client: an IPv4 address, or the IPv6 /56 network, which
 * belongs to one customer. Anything else is returned as it is.
 */
const networkOf = (address: string): string => {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const bytes = bytesOf(groupsOf(plain));
  const isMapped = bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
  return isMapped ? bytes.slice(12).join('.') : `${bytes.slice(0, 7).join(':')}/56`;
};

/** Windows that have ended leave the table after so many attempts. */
const SWEEP_EVERY = 100;

/** A hash, since an address is personal data and a page's name may be long. */
const hashOf = (parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

/**
 * Slows password guessing for all processes together: counts attempts in PostgreSQL, in the
 * service's own table `password_attempts`.
 */
export const createStoredAttemptLimiter = (
  database: Database,
  limits: AttemptLimits = ATTEMPT_LIMITS,
): AttemptLimiter => {
  let taken = 0;

  const take = async (parts: readonly string[], most: number): Promise<void> => {
    const values = { key: hashOf(parts), most, seconds: limits.windowSeconds };
    // A window that is used up stays as it is, so that going on guessing doesn't prolong it.
    const { rows } = await database.raw<{ rows: { is_taken: boolean; seconds: string }[] }>(
      `WITH counted AS (
         INSERT INTO password_attempts AS known (key, count, ends_at)
         VALUES (:key, 1, now() + make_interval(secs => :seconds))
         ON CONFLICT (key) DO UPDATE SET
           count = CASE WHEN known.ends_at <= now() THEN 1 ELSE known.count + 1 END,
           ends_at = CASE WHEN known.ends_at <= now() THEN excluded.ends_at ELSE known.ends_at END
         WHERE known.ends_at <= now() OR known.count < :most
         RETURNING key
       )
       SELECT EXISTS (SELECT FROM counted) AS is_taken,
              coalesce((SELECT extract(epoch FROM ends_at - now()) FROM password_attempts WHERE key = :key), 0) AS seconds`,
      values,
    );
    const [row] = rows;
    if (row?.is_taken !== true) throw rateLimited(Number(row?.seconds ?? limits.windowSeconds));
  };
  const giveBack = (keys: readonly Buffer[]) =>
    database('password_attempts')
      .whereIn('key', keys)
      .where('count', '>', 0)
      .update({ count: database.raw('count - 1') });
  const sweep = async (): Promise<void> => {
    taken += 1;
    if (taken % SWEEP_EVERY === 0) await database('password_attempts').whereRaw('ends_at <= now()').delete();
  };

  return {
    async take(page, address) {
      await sweep();
      await take([page, networkOf(address)], limits.perAddress);
      if (limits.perPage !== undefined) await take([page], limits.perPage);
    },
    async giveBack(page, address) {
      await giveBack([hashOf([page, networkOf(address)]), hashOf([page])]);
    },
  };
};
