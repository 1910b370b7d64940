import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * Cost of a new hash: OWASP's password storage cheat sheet lists N = 2^14, r = 8, p = 5 (16 MiB) as equal in strength to
 * its first choice of scrypt; the smallest memory of that list is taken because hashes are made inside a web service.
 */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const derive = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // The same password typed on another keyboard may arrive in another Unicode normal form.
    const text = password.normalize('NFKC');
    const maxmem = 256 * cost.N * cost.r;
    scrypt(text, salt, KEY_BYTES, { ...cost, maxmem }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

/**
 * Hashes a page password with scrypt and a random salt.
 * @returns `scrypt$N$r$p$salt$key`, salt and key in base64url; the cost is kept so that it can be raised later
 */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
};

const HASH = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]+)\$([\w-]+)$/;

/**
 * Tells whether `password` is the one that `hash` was made of, in constant time.
 * @throws Error when `hash` was not made by `hashPassword`: a broken row must not look like a wrong password
 */
export const verifyPassword = async (password: string, hash: string): Promise<boolean> => {
  const parts = HASH.exec(hash);
  const [, n, r, p, salt, key] = parts ?? [];
  if (salt === undefined || key === undefined) throw new Error('not a password hash');
  const expected = Buffer.from(key, 'base64url');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};
