import { hkdfSync } from 'node:crypto';

import { EncryptJWT, jwtDecrypt } from 'jose';
import type { JWTPayload } from 'jose';

import type { Person } from '../members/joining-store.ts';

/** State that the browser keeps between leaving for the identity provider and coming back. */
export interface LoginAttempt {
  state: string;
  nonce: string;
  /** The secret of PKCE (RFC 7636). */
  verifier: string;
  /** The page to open afterwards. */
  path: string;
  /** The organisation to sign in to, for members of several. */
  organisation: string | null;
}

/** Somebody who has signed in, and has yet to say to which of several organisations. */
export interface PendingChoice {
  person: Person;
  /** Their last sign-out everywhere: a later one ends this attempt. */
  lastSignOut: string | null;
  /** The page to open afterwards. */
  path: string;
}

/** Keeps something in a cookie of the browser, out of its reach. */
export interface Sealed<Content> {
  /** The content, encrypted for the browser's cookie. */
  seal(content: Content): Promise<string>;
  /** Undefined for what isn't ours or is older than ten minutes. */
  open(sealed: string): Promise<Content | undefined>;
}

export const LOGIN_SECONDS = 600;

const ENCRYPTION = { alg: 'dir', enc: 'A256GCM' };

/**
 * Attempts and choices live in a cookie of the browser that made them, so that strangers who only knock
 * leave nothing behind here, and any gateway can take up what another began.
 */
export const createSealed = <Content extends object>(secret: Buffer, audience: string): Sealed<Content> => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'login', 32));
  return {
    seal: (content) =>
      new EncryptJWT({ ...content } as JWTPayload)
        .setProtectedHeader(ENCRYPTION)
        .setAudience(audience)
        .setExpirationTime(`${LOGIN_SECONDS}s`)
        .encrypt(key),
    async open(sealed) {
      try {
        const { payload } = await jwtDecrypt<Content & JWTPayload>(sealed, key, {
          audience,
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

export const createLoginAttempts = (secret: Buffer): Sealed<LoginAttempt> => createSealed(secret, 'login');

export const createPendingChoices = (secret: Buffer): Sealed<PendingChoice> => createSealed(secret, 'choice');
