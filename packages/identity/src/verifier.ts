import { createPublicKey, KeyObject, verify as verifySignature } from 'node:crypto';

import { createLocalJWKSet, createRemoteJWKSet } from 'jose';
import type { JWTHeaderParameters, JWTPayload, JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';

import type { Caller } from './caller.ts';
import { IDENTITY_LIFETIME_SECONDS } from './signer.ts';
import { readVerificationKeys } from './signing-keys.ts';

export interface IdentityVerifierOptions {
  /** Key to verify with: a public key (SPKI PEM), a JWKS as JSON text, or the http(s) address of one. */
  publicKey: string;
  /** This service's name; an identity made for another service is refused. */
  audience: string;
  /** The longest lifetime, in seconds, that an issuer may give an identity; 60 by default. */
  maxAgeSeconds?: number;
  /** Accepts this issuer's identities only; without it any issuer's that has the key. */
  issuer?: string;
  /** Milliseconds since the epoch; replaced in tests. */
  now?: () => number;
}

export interface IdentityVerifier {
  /**
   * The caller that an identity (a JWT) vouches for, or undefined if it isn't valid here and now.
   * @throws Error if the key set can't be fetched
   */
  verify(identity: string): Promise<Caller | undefined>;
  /**
   * Why an identity is refused, if its signature is good. An identity that the gateway has just
   * signed is too old if the clocks differ.
   * @returns undefined if anything else is wrong with it, or it expired more than an hour ago
   */
  whyRefused(identity: string): Promise<IdentityRefusal | undefined>;
}

/** `expired` so many seconds ago, or made `too_long`: valid for so many seconds. */
export interface IdentityRefusal {
  readonly reason: 'expired' | 'too_long';
  readonly seconds: number;
}

interface VerifiedIdentity {
  readonly caller: Caller;
  readonly expiresAt: number;
}

const CACHE_SIZE = 10_000;
const MAX_LATE_SECONDS = 3_600;
/** By how much an issuer's clock may be ahead of ours. */
const MAX_AHEAD_SECONDS = 300;

/**
 * For how many seconds an identity was made. One that doesn't say when it was made, or claims to be
 * made in the future, counts from now: else it could be as long as it likes.
 */
const lifetimeOf = ({ iat, exp = 0 }: JWTPayload, nowSeconds: number): number =>
  exp - (iat === undefined || iat > nowSeconds + MAX_AHEAD_SECONDS ? nowSeconds : iat);

/** The key that a header names. @throws if the key set can't be fetched, or has no such key */
type FindKey = (header: JWTHeaderParameters, token: IdentityParts) => Promise<KeyObject> | KeyObject;

/** The key sets of jose hand out keys of Web Crypto. */
const fromSet = (getKey: JWTVerifyGetKey): FindKey => {
  const known = new WeakMap<object, KeyObject>();
  return async (header, { protectedHeader, payload, signature }) => {
    const key = await getKey(header, { protected: protectedHeader, payload, signature });
    if (!(key instanceof CryptoKey)) throw new TypeError('The key set holds a key of another kind.');
    const found = known.get(key) ?? KeyObject.from(key);
    known.set(key, found);
    return found;
  };
};

const resolveKey = (publicKey: string): FindKey => {
  const keys = readVerificationKeys(publicKey);
  switch (keys?.kind) {
    case 'address':
      return fromSet(createRemoteJWKSet(keys.url));
    case 'jwks':
      return fromSet(createLocalJWKSet(keys.jwks));
    case 'pem': {
      const key = createPublicKey(keys.pem);
      return () => key;
    }
    case undefined:
      throw new Error(
        'Identities are verified with an Ed25519 public key (PEM), a JWKS or the address of one.',
      );
  }
};

/** The three parts of a JWT, in base64url. */
interface IdentityParts {
  protectedHeader: string;
  payload: string;
  signature: string;
}

const PARTS = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

const jsonOf = (part: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Extensions that a token marks as critical would have to be understood (RFC 7515, 4.1.11). */
const isEdDsa = ({ alg, crit }: Record<string, unknown>): boolean =>
  (alg === 'EdDSA' || alg === 'Ed25519') && crit === undefined;

/** Whether the claims hold at `nowSeconds`, with `tolerance` seconds of lateness (RFC 7519, 4.1). */
const areClaimsValid = (
  payload: Record<string, unknown>,
  expected: { audience: string; issuer: string | undefined; nowSeconds: number; tolerance: number },
): payload is JWTPayload => {
  const { aud, exp, iat, iss, nbf, sub } = payload;
  const { audience, issuer, nowSeconds, tolerance } = expected;
  return (
    (Array.isArray(aud) ? aud.includes(audience) : aud === audience) &&
    (issuer === undefined || iss === issuer) &&
    typeof sub === 'string' &&
    typeof exp === 'number' &&
    exp > Math.floor(nowSeconds) - tolerance &&
    (iat === undefined || typeof iat === 'number') &&
    (nbf === undefined || (typeof nbf === 'number' && nbf <= Math.floor(nowSeconds) + tolerance))
  );
};

const toCaller = (payload: JWTPayload): Caller | undefined => {
  const { org, scopes, sub } = payload;
  if (typeof org !== 'string' || org === '' || sub === undefined || !Array.isArray(scopes)) return undefined;
  return { organisation: org, keyId: sub, scopes: scopes.filter((scope) => typeof scope === 'string') };
};

/** True for faults of the identity. Others, such as a key set that can't be fetched, are ours. */
const isFaultOfIdentity = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return (
    typeof code === 'string' && /^ERR_(JWKS_NO_MATCHING_KEY|JWKS_MULTIPLE|JOSE_NOT_SUPPORTED)/.test(code)
  );
};

const makeVerifier = (options: IdentityVerifierOptions): IdentityVerifier => {
  const { audience, issuer, now = Date.now, maxAgeSeconds = IDENTITY_LIFETIME_SECONDS } = options;
  const findKey = resolveKey(options.publicKey);
  const verified = new LRUCache<string, VerifiedIdentity>({ max: CACHE_SIZE });

  /** The claims of a well-signed identity for this service; undefined for any other. */
  const check = async (identity: string, tolerance: number): Promise<JWTPayload | undefined> => {
    const [, protectedHeader = '', payload = '', signature = ''] = PARTS.exec(identity) ?? [];
    const header = jsonOf(protectedHeader);
    if (header === undefined || !isEdDsa(header)) return undefined;
    let key: KeyObject;
    try {
      key = await findKey(header as unknown as JWTHeaderParameters, { protectedHeader, payload, signature });
    } catch (error) {
      if (isFaultOfIdentity(error)) return undefined;
      throw error;
    }
    const signed = Buffer.from(`${protectedHeader}.${payload}`, 'latin1');
    if (key.asymmetricKeyType !== 'ed25519') return undefined;
    if (!verifySignature(null, signed, key, Buffer.from(signature, 'base64url'))) return undefined;
    const claims = jsonOf(payload);
    const expected = { audience, issuer, nowSeconds: now() / 1000, tolerance };
    return claims !== undefined && areClaimsValid(claims, expected) ? claims : undefined;
  };

  const isTooLong = (payload: JWTPayload): boolean => lifetimeOf(payload, now() / 1000) > maxAgeSeconds;

  const whyRefused = async (identity: string): Promise<IdentityRefusal | undefined> => {
    const payload = await check(identity, MAX_LATE_SECONDS);
    if (payload === undefined) return undefined;
    const nowSeconds = now() / 1000;
    if (isTooLong(payload))
      return { reason: 'too_long', seconds: Math.round(lifetimeOf(payload, nowSeconds)) };
    const late = Math.round(nowSeconds - (payload.exp ?? 0));
    return late < 0 ? undefined : { reason: 'expired', seconds: late };
  };

  const verify = async (identity: string): Promise<Caller | undefined> => {
    const known = verified.get(identity);
    if (known && now() < known.expiresAt) return known.caller;
    verified.delete(identity);
    const payload = await check(identity, 0);
    if (payload === undefined || isTooLong(payload)) return undefined;
    const caller = toCaller(payload);
    if (caller) verified.set(identity, { caller, expiresAt: (payload.exp ?? 0) * 1000 });
    return caller;
  };
  return { verify, whyRefused };
};

/**
 * Verifies identities locally, and on the thread that asks: a signature takes 0.1 ms, while Web Crypto
 * would queue it in libuv's pool behind whatever somebody else's request keeps its four threads busy
 * with. A verified identity is remembered until it expires, so requests that share one cost a single
 * check and no call to anybody.
 */
export const createIdentityVerifier = (options: IdentityVerifierOptions): Promise<IdentityVerifier> =>
  new Promise((resolve) => {
    resolve(makeVerifier(options));
  });
