import { createPrivateKey, sign as signBytes } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { Caller } from './caller.ts';
import { publicJwks } from './signing-keys.ts';

/** How long a signed identity is valid. */
export const IDENTITY_LIFETIME_SECONDS = 60;
const REUSE_MILLISECONDS = 30_000;

export interface IdentitySignerOptions {
  /** Ed25519 private key, PKCS #8 PEM. */
  privateKey: string;
  issuer?: string;
  /** How long an identity is valid; `IDENTITY_LIFETIME_SECONDS` by default. */
  lifetimeSeconds?: number;
  /** Milliseconds since the epoch; replaced in tests. */
  now?: () => number;
}

export interface IdentitySigner {
  /**
   * An identity (a JWT) that tells the service `audience` who calls. Reused for 30 s per key and
   * service.
   */
  sign(caller: Caller, audience: string): Promise<string> | string;
  /** Forgets the signed identities of a key, because it was revoked or changed. */
  forget(keyId: string): void;
}

interface SignedIdentity {
  readonly caller: Caller;
  readonly identity: string;
  readonly signedAt: number;
}

const CACHED_KEYS = 10_000;

/** False after a change of the key that was not announced. */
const isSame = (one: Caller, other: Caller): boolean =>
  one.organisation === other.organisation &&
  (one.scopes === other.scopes || one.scopes.join(' ') === other.scopes.join(' '));

const toBase64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs short-lived identities (JWT, EdDSA, RFC 8037). */
export const createIdentitySigner = async (options: IdentitySignerOptions): Promise<IdentitySigner> => {
  const { issuer = 'gateway', lifetimeSeconds = IDENTITY_LIFETIME_SECONDS, now = Date.now } = options;
  const key = createPrivateKey(options.privateKey);
  const kid = (await publicJwks(options.privateKey)).keys[0]?.kid ?? '';
  /** By key, then by audience. */
  const signed = new LRUCache<string, Map<string, SignedIdentity>>({ max: CACHED_KEYS });

  const header = toBase64({ alg: 'EdDSA', kid });

  /** On this thread: Web Crypto would queue it in libuv's pool, behind answers that are compressed. */
  const signAnew = ({ organisation, scopes, keyId }: Caller, audience: string): string => {
    const iat = Math.floor(now() / 1000);
    const claims = { org: organisation, scopes, sub: keyId, iss: issuer, aud: audience, iat };
    const content = `${header}.${toBase64({ ...claims, exp: iat + lifetimeSeconds })}`;
    return `${content}.${signBytes(null, Buffer.from(content, 'latin1'), key).toString('base64url')}`;
  };

  const sign: IdentitySigner['sign'] = (caller, audience) => {
    const ofKey = signed.get(caller.keyId) ?? new Map<string, SignedIdentity>();
    const known = ofKey.get(audience);
    // Setting the clock back must not extend the use of an identity beyond its lifetime.
    if (known && Math.abs(now() - known.signedAt) < REUSE_MILLISECONDS && isSame(known.caller, caller))
      return known.identity;
    const identity = signAnew(caller, audience);
    signed.set(caller.keyId, ofKey.set(audience, { caller, identity, signedAt: now() }));
    return identity;
  };

  const forget = (keyId: string): void => void signed.delete(keyId);

  return { sign, forget };
};
