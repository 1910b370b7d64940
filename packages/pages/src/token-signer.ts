import { createHmac, timingSafeEqual } from 'node:crypto';

export interface TokenSigner {
  /**
   * Makes a token `<expiry>.<signature>` that is valid for `purpose` only.
   * @param purpose what the token grants, made of strings that are signed as they are, in order
   * @param expiresAt seconds since 1970
   */
  sign(purpose: readonly string[], expiresAt: number): string;
  /** Tells whether `token` was made for `purpose` by the same secret and has not expired. */
  verify(purpose: readonly string[], token: string): boolean;
}

const TOKEN = /^([1-9]\d{0,11})\.([\w-]{43})$/;

/**
 * Signs short-lived grants with HMAC-SHA-256.
 * @param secret at least 32 bytes, equal on all instances of a service
 * @param now the clock in milliseconds
 */
export const createTokenSigner = (secret: Buffer, now: () => number = Date.now): TokenSigner => {
  if (secret.length < 32) throw new Error('the secret of a token signer needs at least 32 bytes');
  // JSON keeps ["a", "b"] and ["a,b"] apart, so no purpose can be mistaken for another one.
  const signature = (purpose: readonly string[], expiresAt: number): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([...purpose, expiresAt]))
      .digest('base64url');

  return {
    sign(purpose, expiresAt) {
      const expiry = Math.floor(expiresAt);
      return `${expiry}.${signature(purpose, expiry)}`;
    },
    verify(purpose, token) {
      const [, expiry, given] = TOKEN.exec(token) ?? [];
      if (expiry === undefined || given === undefined) return false;
      // Compared as text: several last characters decode to the same bytes, and only one of them was made here.
      const expected = Buffer.from(signature(purpose, Number(expiry)));
      return timingSafeEqual(Buffer.from(given), expected) && Number(expiry) * 1000 > now();
    },
  };
};
