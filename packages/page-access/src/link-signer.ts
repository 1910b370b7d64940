import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs grants that expire: links to closed pages, page cookies, unsubscribe links. */
export interface LinkSigner {
  /**
   * Makes a signature `<expiry>.<hmac>` that is valid for `purpose` only.
   * @param purpose what the signature grants; its strings are signed in this order
   * @param expiresAt seconds since 1970
   */
  sign(purpose: readonly string[], expiresAt: number): string;
  /** True if `signature` was made for `purpose` with the same secret and has not expired. */
  verify(purpose: readonly string[], signature: string): boolean;
}

const SIGNATURE = /^([1-9]\d{0,11})\.([\w-]{43})$/;

/**
 * Makes a signer (HMAC-SHA-256).
 *
 * @example
 * const signer = createLinkSigner(secret);
 * const access = signer.sign(['link', 'report', '7'], Date.now() / 1000 + 3600);
 * signer.verify(['link', 'report', '7'], access); // true for an hour
 *
 * @param secret at least 32 bytes, the same in all instances of a service
 * @param now the clock, in milliseconds
 */
export const createLinkSigner = (secret: Buffer, now: () => number = Date.now): LinkSigner => {
  if (secret.length < 32) throw new Error('The secret of a link signer needs at least 32 bytes.');
  // JSON keeps ["a", "b"] and ["a,b"] apart, so no purpose can be mistaken for another one.
  const hmac = (purpose: readonly string[], expiresAt: number): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([...purpose, expiresAt]))
      .digest('base64url');

  return {
    sign: (purpose, expiresAt) => {
      const expiry = Math.floor(expiresAt);
      return `${expiry}.${hmac(purpose, expiry)}`;
    },
    verify: (purpose, signature) => {
      const [, expiry, given] = SIGNATURE.exec(signature) ?? [];
      if (expiry === undefined || given === undefined) return false;
      // Compared as text: several last characters decode to the same bytes, and only one was
      // issued.
      const expected = Buffer.from(hmac(purpose, Number(expiry)));
      return timingSafeEqual(Buffer.from(given), expected) && Number(expiry) * 1000 > now();
    },
  };
};
