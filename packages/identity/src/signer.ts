import { createPrivateKey } from 'node:crypto';

import { SignJWT } from 'jose';

import type { Caller } from './caller.ts';
import { publicJwks } from './keys.ts';

/** How long a signed identity is valid. */
export const IDENTITY_LIFETIME_SECONDS = 60;
const REUSE_MILLISECONDS = 30_000;

export interface IdentitySignerOptions {
  /** Ed25519 private key, PKCS #8 PEM. */
  privateKey: string;
  issuer?: string;
  /** Milliseconds since the epoch; replaced in tests. */
  now?: () => number;
}

export interface IdentitySigner {
  /** The JWT that tells the service `audience` who calls. Reused for 30 s per key and service. */
  sign(caller: Caller, audience: string): Promise<string>;
  /** Forgets the signed identities of a key, because it was revoked or changed. */
  forget(keyId: string): void;
}

interface SignedIdentity {
  caller: Caller;
  token: Promise<string>;
  madeAt: number;
}

/** False after a change of the key that nobody announced. */
const isSame = (one: Caller, other: Caller): boolean =>
  one.organisation === other.organisation &&
  (one.scopes === other.scopes || one.scopes.join(' ') === other.scopes.join(' '));

/** Signs short-lived identities (JWT, EdDSA, RFC 8037). */
export const createIdentitySigner = async (options: IdentitySignerOptions): Promise<IdentitySigner> => {
  const { issuer = 'gateway', now = Date.now } = options;
  const key = createPrivateKey(options.privateKey);
  const kid = (await publicJwks(options.privateKey)).keys[0]?.kid ?? '';
  const signed = new Map<string, Map<string, SignedIdentity>>();

  const sign = (caller: Caller, audience: string): Promise<string> => {
    const issuedAt = Math.floor(now() / 1000);
    return new SignJWT({ org: caller.organisation, scopes: caller.scopes })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setSubject(caller.keyId)
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + IDENTITY_LIFETIME_SECONDS)
      .sign(key);
  };

  /** Keeps the map from growing with keys that are no longer used. */
  const dropStale = (): void => {
    for (const [keyId, tokens] of signed)
      if ([...tokens.values()].every(({ madeAt }) => now() - madeAt >= REUSE_MILLISECONDS))
        signed.delete(keyId);
  };

  return {
    sign(caller, audience) {
      const ofKey = signed.get(caller.keyId) ?? new Map<string, SignedIdentity>();
      const known = ofKey.get(audience);
      if (known && now() - known.madeAt < REUSE_MILLISECONDS && isSame(known.caller, caller))
        return known.token;
      if (signed.size >= 10_000) dropStale();
      const token = sign(caller, audience);
      signed.set(caller.keyId, ofKey.set(audience, { caller, token, madeAt: now() }));
      return token;
    },
    forget(keyId) {
      signed.delete(keyId);
    },
  };
};
