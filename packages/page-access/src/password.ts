import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { rateLimited } from '@platform/errors';
import Joi from 'joi';

const HASH_COST = 10;

/**
 * Returns the rate-limit cost of a body that sets a password; 0 if it doesn't.
 *
 * @example
 * endpoint({ cost: (body) => 1 + passwordCost(body), … });
 */
export const passwordCost = (body: unknown): number => {
  const { password } = (body ?? {}) as { password?: unknown };
  return typeof password === 'string' && password !== '' ? HASH_COST : 0;
};

interface BoundedPoolOptions {
  /** Jobs that run at the same time. */
  concurrent: number;
  /** Jobs that may wait for their turn. */
  waiting: number;
  /** Wait that a refused client is asked for. */
  retryAfterSeconds: number;
}

/** Runs a job when there is room. @throws 429 if too many wait already */
type BoundedPool = <Value>(job: () => Promise<Value>) => Promise<Value>;

/**
 * Bounds work that is expensive by design. Without a bound, a few clients that ask for such work in
 * parallel make everybody else wait until their requests time out.
 */
export const createBoundedPool = (options: BoundedPoolOptions): BoundedPool => {
  const { concurrent, waiting, retryAfterSeconds } = options;
  const queue: (() => void)[] = [];
  let running = 0;

  const takeTurn = (): Promise<void> => {
    if (running < concurrent) {
      running += 1;
      return Promise.resolve();
    }
    if (queue.length >= waiting)
      throw rateLimited(retryAfterSeconds, 'Too many passwords are being checked.');
    return new Promise((resolve) => queue.push(resolve));
  };

  /** A finished job hands its place to the next one, so `running` stays as it is. */
  const endTurn = (): void => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };

  return async (job) => {
    await takeTurn();
    try {
      return await job();
    } finally {
      endTurn();
    }
  };
};

/**
 * Cost of new hashes. OWASP's password storage cheat sheet lists N = 2^14, r = 8, p = 5 (16 MiB)
 * among the equivalent settings of scrypt; it needs the least memory of them, which suits a web
 * service.
 */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * A hash costs about 200 ms of CPU, so 120 of them in parallel would let other requests time out.
 * Two run at a time, which leaves Node's thread pool room for files and names, and the last one
 * waiting gets its turn within 2 s on free cores.
 */
const inTurn = createBoundedPool({ concurrent: 2, waiting: 16, retryAfterSeconds: 2 });

const deriveNow = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // The same password typed on another keyboard may arrive in another Unicode normal form.
    const text = password.normalize('NFKC');
    const maxmem = 256 * cost.N * cost.r;
    scrypt(text, salt, KEY_BYTES, { ...cost, maxmem }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

const derive = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  inTurn(() => deriveNow(password, salt, cost));

/**
 * Hashes a password with scrypt and a random salt.
 * @throws 429 if too many passwords are being hashed
 * @returns `scrypt$N$r$p$salt$key`, salt and key in base64url; the cost is kept so that it can be
 *   raised later
 */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
};

/**
 * A hash of no password, at the cost of new ones: checking a password against it takes as long as
 * against a real one, for those who shall not learn that there is none.
 */
export const DECOY_HASH = [
  'scrypt',
  COST.N,
  COST.r,
  COST.p,
  Buffer.alloc(SALT_BYTES).toString('base64url'),
  Buffer.alloc(KEY_BYTES).toString('base64url'),
].join('$');

const HASH = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]+)\$([\w-]+)$/;

/**
 * True if `hash` was made of `password`. Takes constant time.
 * @throws Error if `hash` is malformed: a broken row must not look like a wrong password
 */
export const verifyPassword = async (password: string, hash: string): Promise<boolean> => {
  const parts = HASH.exec(hash);
  const [, n, r, p, salt, key] = parts ?? [];
  if (salt === undefined || key === undefined) throw new Error('This is not a password hash.');
  const expected = Buffer.from(key, 'base64url');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};

/** Joi keys of the two settings that close a page; both optional. */
export const pageAccessFields = {
  privacy: Joi.number()
    .valid(0, 1, 2)
    .description(
      'Who may see the page: 0 everybody (public), 1 the organisation (private), 2 anyone with the password',
    ),
  password: Joi.string().allow('', null).max(200).description('Password of the page; for privacy 2'),
};

/** A new hash of a page's password; null to take it away; undefined to leave it as it is. */
export type ChangedPasswordHash = string | null | undefined;

/**
 * Turns a request's `password` into the change to a page's password hash.
 * @returns the new hash; null to take the password away; undefined to leave it as it is, because
 *   none was given: forms send the field empty then. Call it in an endpoint's `prepare`: hashing is
 *   slow, and must not hold a database connection
 * @throws 429 if too many passwords are being hashed
 */
export const changedPasswordHash = async (
  password: string | null | undefined,
): Promise<ChangedPasswordHash> => {
  if (password === null) return null;
  return password === undefined || password === '' ? undefined : hashPassword(password);
};
