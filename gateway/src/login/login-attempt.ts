import { hkdfSync } from 'node:crypto';

import { EncryptJWT, jwtDecrypt } from 'jose';

/** What the browser keeps between leaving for the identity provider and coming back. */
export interface LoginAttempt {
  state: string;
  nonce: string;
  /** The secret of PKCE (RFC 7636). */
  verifier: string;
  /** Where to go afterwards. */
  path: string;
  /** The organisation to sign in to, for members of several. */
  organisation: string | null;
}

export interface LoginAttempts {
  /** The attempt, encrypted for the browser's cookie. */
  seal(attempt: LoginAttempt): Promise<string>;
  /** Undefined for one that isn't ours or is older than ten minutes. */
  open(sealed: string): Promise<LoginAttempt | undefined>;
}

export const LOGIN_SECONDS = 600;

const ENCRYPTION = { alg: 'dir', enc: 'A256GCM' };

/**
 * Attempts live in a cookie of the browser that made them, so that strangers who only knock leave
 * nothing behind here, and any gateway can take up what another began.
 */
export const createLoginAttempts = (secret: Buffer): LoginAttempts => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'login', 32));
  return {
    seal: (attempt) =>
      new EncryptJWT({ ...attempt })
        .setProtectedHeader(ENCRYPTION)
        .setAudience('login')
        .setExpirationTime(`${LOGIN_SECONDS}s`)
        .encrypt(key),
    async open(sealed) {
      try {
        const { payload } = await jwtDecrypt<LoginAttempt>(sealed, key, {
          audience: 'login',
          keyManagementAlgorithms: [ENCRYPTION.alg],
          contentEncryptionAlgorithms: [ENCRYPTION.enc],
        });
        return payload;
      } catch {
        return undefined;
      }
    },
  };
};
